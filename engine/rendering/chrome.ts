/** Chrome trace events as JSON, which chrome://tracing and many others read: "Trace Event Format", times in microseconds. */
import type { Output } from './output';
import type { Details, Rendering, Track } from './timeline';

/** Microseconds with three digits behind the point: nanoseconds, exactly. */
function microseconds(ns: bigint): string {
  const whole = ns / 1000n;
  return `${String(whole)}.${String(ns % 1000n).padStart(3, '0')}`;
}

const args = (details: Details): string =>
  JSON.stringify(Object.fromEntries(Object.entries(details).map(([name, value]) => [name, String(value)])));

/** The device that a track is of: a process, as these viewers draw it. */
const processOf = (track: Track): Track => (track.parent?.parent === undefined ? track : processOf(track.parent));

/** The names from the device down. */
const pathOf = (track: Track): string =>
  track.parent?.parent?.parent === undefined ? track.name : `${pathOf(track.parent)} ${track.name}`;

export function chrome(output: Output): Rendering {
  let separator = '{"displayTimeUnit":"ns","traceEvents":[\n';
  const write = (ph: string, name: string, track: Track, fields: string): void => {
    const place = `"pid":${String(processOf(track).id)},"tid":${String(track.id)}`;
    output.write(`${separator}{"ph":"${ph}","name":${JSON.stringify(name)},${place}${fields}}`);
    separator = ',\n';
  };
  /** Flows lead from instants, which are submissions, to slices. */
  const connect = (end: 's' | 'f', track: Track, at: bigint, flow: bigint | undefined): void => {
    if (flow === undefined) return;
    write(end, 'submission', track, `,"cat":"flow","bp":"e","id":"${String(flow)}","ts":${microseconds(at)}`);
  };
  return {
    track: (track) => {
      if (track.parent === undefined) return;
      if (track.parent.parent === undefined) {
        write('M', 'process_name', track, `,"args":{"name":${JSON.stringify(track.name)}}`);
      } else if (track.kind === 'events') {
        write('M', 'thread_name', track, `,"args":{"name":${JSON.stringify(pathOf(track))}}`);
        write('M', 'thread_sort_index', track, `,"args":{"sort_index":${String(track.rank)}}`);
      }
    },
    slice: ({ track, name, start, end, flow, details }) => {
      write('X', name, track, `,"ts":${microseconds(start)},"dur":${microseconds(end - start)},"args":${args(details)}`);
      connect('f', track, start, flow);
    },
    instant: ({ track, name, at, flow, details }) => {
      write('i', name, track, `,"ts":${microseconds(at)},"s":"t","args":${args(details)}`);
      connect('s', track, at, flow);
    },
    counter: (track, at, value) => {
      write('C', pathOf(track), track, `,"ts":${microseconds(at)},"args":{"value":${String(value)}}`);
    },
    end: () => {
      output.write(`${separator.startsWith('{') ? separator : '\n'}]}\n`);
      output.flush();
    },
  };
}
