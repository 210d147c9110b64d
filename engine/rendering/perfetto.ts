/**
 * Perfetto's trace format: protobuf messages, one after the other. The writer of fields is a library's; the numbers of the few fields
 * that are needed are those of Perfetto's protos/perfetto/trace (trace_packet, track_event/track_event, track_descriptor,
 * debug_annotation).
 */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Output } from './output';
import type { Details, Rendering, Track } from './timeline';

const TRACE = { packet: 1 } as const;
const PACKET = { timestamp: 8, trustedPacketSequenceId: 10, trackEvent: 11, trackDescriptor: 60 } as const;
const DESCRIPTOR = { uuid: 1, name: 2, parentUuid: 5, counter: 8, childOrdering: 11, siblingOrderRank: 12 } as const;
const EVENT = { debugAnnotations: 4, type: 9, trackUuid: 11, name: 23, counterValue: 30, doubleCounterValue: 44, flowIds: 47 } as const;
const ANNOTATION = { uintValue: 3, intValue: 4, stringValue: 6, name: 10 } as const;
/** TrackDescriptor.ChildTracksOrdering. */
const EXPLICIT = 3;
/** TrackEvent.Type. */
const TYPE = { sliceBegin: 1, sliceEnd: 2, instant: 3, counter: 4 } as const;
/** All packets are of one producer. */
const SEQUENCE = 1001;
/** Written at once. */
const HELD = 1 << 16;

/** A message inside of another. */
function nested(writer: BinaryWriter, field: number, fill: (inner: BinaryWriter) => void): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  fill(writer);
  writer.join();
}

function annotate(writer: BinaryWriter, details: Details): void {
  for (const [name, value] of Object.entries(details)) {
    nested(writer, EVENT.debugAnnotations, (annotation) => {
      annotation.tag(ANNOTATION.name, WireType.LengthDelimited).string(name);
      if (typeof value === 'string') annotation.tag(ANNOTATION.stringValue, WireType.LengthDelimited).string(value);
      else if (value >= 0n) annotation.tag(ANNOTATION.uintValue, WireType.Varint).uint64(value);
      else annotation.tag(ANNOTATION.intValue, WireType.Varint).int64(value);
    });
  }
}

export function perfetto(output: Output): Rendering {
  let writer = new BinaryWriter();
  let packets = 0;
  const flush = (): void => {
    output.write(writer.finish());
    writer = new BinaryWriter();
    packets = 0;
  };
  const packet = (fill: (packet: BinaryWriter) => void): void => {
    nested(writer, TRACE.packet, fill);
    if (++packets * 100 > HELD) flush();
  };
  const event = (at: bigint, type: number, track: Track, fill: (event: BinaryWriter) => void): void => {
    packet((of) => {
      of.tag(PACKET.timestamp, WireType.Varint).uint64(at);
      of.tag(PACKET.trustedPacketSequenceId, WireType.Varint).uint32(SEQUENCE);
      nested(of, PACKET.trackEvent, (inner) => {
        inner.tag(EVENT.type, WireType.Varint).int32(type);
        inner.tag(EVENT.trackUuid, WireType.Varint).uint64(track.id);
        fill(inner);
      });
    });
  };
  const named = (name: string, flow: bigint | undefined, details: Details) => (inner: BinaryWriter) => {
    inner.tag(EVENT.name, WireType.LengthDelimited).string(name);
    if (flow !== undefined) inner.tag(EVENT.flowIds, WireType.Bit64).fixed64(flow);
    annotate(inner, details);
  };
  return {
    track: ({ id, name, parent, kind, rank }) => {
      packet((of) => {
        nested(of, PACKET.trackDescriptor, (descriptor) => {
          descriptor.tag(DESCRIPTOR.uuid, WireType.Varint).uint64(id);
          descriptor.tag(DESCRIPTOR.name, WireType.LengthDelimited).string(name);
          if (parent !== undefined) descriptor.tag(DESCRIPTOR.parentUuid, WireType.Varint).uint64(parent.id);
          if (kind === 'counter') nested(descriptor, DESCRIPTOR.counter, () => undefined);
          if (kind === 'group') descriptor.tag(DESCRIPTOR.childOrdering, WireType.Varint).int32(EXPLICIT);
          descriptor.tag(DESCRIPTOR.siblingOrderRank, WireType.Varint).int32(rank);
        });
      });
    },
    slice: ({ track, name, start, end, flow, details }) => {
      event(start, TYPE.sliceBegin, track, named(name, flow, details));
      event(end, TYPE.sliceEnd, track, () => undefined);
    },
    instant: ({ track, name, at, flow, details }) => {
      event(at, TYPE.instant, track, named(name, flow, details));
    },
    counter: (track, at, value) => {
      event(at, TYPE.counter, track, (inner) => {
        if (typeof value === 'bigint' && BigInt.asIntN(64, value) === value) inner.tag(EVENT.counterValue, WireType.Varint).int64(value);
        else inner.tag(EVENT.doubleCounterValue, WireType.Bit64).double(Number(value));
      });
    },
    end: () => {
      flush();
      output.flush();
    },
  };
}
