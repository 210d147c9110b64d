/** speedscope's file format: a profile of begins and ends for each track. Tracks come side by side, and are put one after the other. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { outputTo, type Output } from './output';
import type { Rendering, Track } from './timeline';

/** A track's events, in a file of their own until all are there. */
interface Part {
  readonly fd: number;
  readonly output: Output;
  readonly first: bigint;
  last: bigint;
}

const nameOf = (track: Track): string => (track.parent?.parent === undefined ? track.name : `${nameOf(track.parent)} ${track.name}`);

/** Appends a file. */
function copy(fd: number, output: Output): void {
  const piece = Buffer.alloc(1 << 20);
  for (let at = 0; ;) {
    const length = readSync(fd, piece, 0, piece.length, at);
    if (length === 0) return;
    output.write(piece.subarray(0, length));
    at += length;
  }
}

export function speedscope(output: Output): Rendering {
  const folder = mkdtempSync(path.join(tmpdir(), 'ireereplay-speedscope-'));
  const frames = new Map<string, number>();
  const parts = new Map<Track, Part>();
  const frameOf = (name: string): number => {
    const known = frames.get(name) ?? frames.size;
    frames.set(name, known);
    return known;
  };
  const partOf = (track: Track, start: bigint): Part => {
    const known = parts.get(track);
    if (known !== undefined) return known;
    const fd = openSync(path.join(folder, String(track.id)), 'w+');
    const part: Part = { fd, output: outputTo(fd), first: start, last: start };
    parts.set(track, part);
    return part;
  };
  return {
    track: () => undefined,
    slice: ({ track, name, start, end }) => {
      const isFirst = !parts.has(track);
      const part = partOf(track, start);
      const frame = String(frameOf(name));
      const event = (type: 'O' | 'C', at: bigint): string => `{"type":"${type}","frame":${frame},"at":${String(at)}}`;
      part.output.write(`${isFirst ? '' : ',\n'}${event('O', start)},${event('C', end)}`);
      part.last = end;
    },
    instant: () => undefined,
    counter: () => undefined,
    end: () => {
      try {
        output.write('{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"ireereplay","profiles":[');
        let separator = '';
        for (const [track, part] of parts) {
          part.output.flush();
          output.write(
            `${separator}{"type":"evented","name":${JSON.stringify(nameOf(track))},"unit":"nanoseconds","startValue":${String(part.first)},"endValue":${String(part.last)},"events":[`,
          );
          output.flush();
          copy(part.fd, output);
          output.write(']}');
          separator = ',\n';
        }
        output.write(`],"shared":{"frames":${JSON.stringify([...frames.keys()].map((name) => ({ name })))}}}\n`);
        output.flush();
      } finally {
        for (const { fd } of parts.values()) closeSync(fd);
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
