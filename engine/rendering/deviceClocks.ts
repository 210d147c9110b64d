/** From the ticks of devices to the time of the host: the line through a device's first and last sample of both. */
import { typeOf, exportedOf, type Exported } from './exported';

interface Sample {
  readonly tick: bigint;
  readonly time: bigint;
}

/** The middle of the bracket of host times in which the tick was read. */
function sampleOf(record: Exported): Sample | undefined {
  const [tick, begin, end] = [record.whole('device_tick'), record.whole('host_time_begin_ns'), record.whole('host_time_end_ns')];
  return tick === undefined || begin === undefined || end === undefined ? undefined : { tick, time: (begin + end) / 2n };
}

export interface DeviceClocks {
  /** Undefined for a device whose clock the profile does not tell. */
  timeOf(device: bigint, tick: bigint): bigint | undefined;
}

const least = (one: Sample, other: Sample): Sample => (other.tick < one.tick ? other : one);
const most = (one: Sample, other: Sample): Sample => (other.tick >= one.tick ? other : one);

export async function readDeviceClocks(lines: AsyncIterable<string>): Promise<DeviceClocks> {
  const clocks = new Map<bigint, readonly [first: Sample, last: Sample]>();
  for await (const line of lines) {
    if (typeOf(line) !== 'clock_correlation') continue;
    const record = exportedOf(line);
    const [device, sample] = [record.whole('physical_device_ordinal'), sampleOf(record)];
    if (device === undefined || sample === undefined) continue;
    const [first, last] = clocks.get(device) ?? [sample, sample];
    clocks.set(device, [least(first, sample), most(last, sample)]);
  }
  return {
    timeOf: (device, tick) => {
      const [first, last] = clocks.get(device) ?? [];
      if (first === undefined || last === undefined) return undefined;
      const span = last.tick - first.tick;
      if (span === 0n) return first.time + (tick - first.tick);
      const scaled = (tick - first.tick) * (last.time - first.time);
      // To the nearest nanosecond, halves away from zero.
      return first.time + (scaled >= 0n ? (scaled + span / 2n) / span : -((-scaled + span / 2n) / span));
    },
  };
}
