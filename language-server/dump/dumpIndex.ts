/** What a dump holds and where: its records, its objects with all that names them, its scopes and command buffers. */
import { calledFunction, objectMentions, readDumpLine, type DumpLine } from './dumpLine';

/** A part of one line. */
export interface Place {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

export interface DumpObject {
  readonly id: string;
  readonly type: string;
  /** Of the record that describes it. */
  readonly line: number;
  readonly record: number;
}

/** Lines that belong together: a scope, or a command buffer with its commands. */
export interface Region {
  readonly kind: 'scope' | 'command_buffer';
  readonly name: string;
  readonly first: number;
  /** The last line; of one that does not end the last of the dump. */
  readonly last: number;
  readonly record: number;
}

/** A submission, a dispatch or an executable: what one looks for in a dump. */
export interface Landmark {
  readonly kind: 'dispatch' | 'submission' | 'executable';
  readonly line: number;
  readonly record: number;
  readonly operation: string;
  readonly object: string;
  readonly executable?: string;
  readonly ordinal?: number;
}

export interface DumpIndex {
  readonly lines: number;
  readonly objects: ReadonlyMap<string, DumpObject>;
  /** Line of each record. */
  readonly lineOf: ReadonlyMap<number, number>;
  /** In the order of their begins. */
  readonly regions: readonly Region[];
  readonly landmarks: readonly Landmark[];
  /** Every place that names the object, in order. */
  placesOf(id: string): readonly Place[];
}

/** Reads each line once. Places are three numbers each: a dump of 50 MB has a million of them. */
export function indexDump(lines: readonly string[]): DumpIndex {
  const objects = new Map<string, DumpObject>();
  const lineOf = new Map<number, number>();
  const places = new Map<string, number[]>();
  const regions: Region[] = [];
  const landmarks: Landmark[] = [];
  const scopes: { readonly name: string; readonly at: number }[] = [];
  const recording = new Map<string, number>();

  const begin = (kind: Region['kind'], name: string, first: number, record: number): number =>
    regions.push({ kind, name, first, last: lines.length - 1, record }) - 1;
  const end = (at: number | undefined, last: number): void => {
    const region = at === undefined ? undefined : regions[at];
    if (at !== undefined && region !== undefined) regions[at] = { ...region, last };
  };

  const take = (read: DumpLine, text: string, line: number): void => {
    const { record, kind, operation, objectType, object, related } = read;
    lineOf.set(record, line);
    for (const { id, start, end: stop } of objectMentions(text)) {
      const all = places.get(id);
      if (all === undefined) places.set(id, [line, start, stop]);
      else all.push(line, start, stop);
    }
    if (kind === 'object' && object !== '0') objects.set(object, { id: object, type: objectType, line, record });
    switch (operation) {
      case 'replay.scope_begin':
        scopes.push({ name: read.name ?? '', at: begin('scope', read.name ?? '', line, record) });
        break;
      case 'replay.scope_end': {
        const open = scopes.findLastIndex(({ name }) => name === (read.name ?? ''));
        if (open !== -1) end(scopes.splice(open, 1)[0]?.at, line);
        break;
      }
      case 'command_buffer.begin':
        recording.set(object, begin('command_buffer', object, line, record));
        break;
      case 'command_buffer.end':
        end(recording.get(object), line);
        recording.delete(object);
        break;
      case 'command_buffer.dispatch':
      case 'device.queue_dispatch': {
        const { executable, ordinal } = calledFunction(text) ?? {};
        landmarks.push({
          ...{ kind: 'dispatch', line, record, operation, object },
          ...(executable === undefined || ordinal === undefined ? {} : { executable, ordinal }),
        });
        break;
      }
      case 'executable_cache.prepare_executable':
        landmarks.push({ kind: 'executable', line, record, operation, object: related });
        break;
      default:
        if (operation.startsWith('device.queue_')) landmarks.push({ kind: 'submission', line, record, operation, object });
    }
  };
  lines.forEach((text, line) => {
    const read = readDumpLine(text);
    if (read !== undefined) take(read, text, line);
  });

  return {
    lines: lines.length,
    ...{ objects, lineOf, regions, landmarks },
    placesOf(id) {
      const flat = places.get(id) ?? [];
      return Array.from({ length: flat.length / 3 }, (_, i) => ({
        line: flat[3 * i] ?? 0,
        start: flat[3 * i + 1] ?? 0,
        end: flat[3 * i + 2] ?? 0,
      }));
    },
  };
}
