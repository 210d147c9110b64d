/** One line of a dump, as iree-dump-replay prints it: text or JSONL. Everything is found by reading the line alone. */

/** What stands for an object, in characters from the line's start. */
export interface ObjectMention {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

export interface DumpLine {
  /** Number of the record, and where it stands. */
  readonly record: number;
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** "command_buffer.dispatch"; empty for what is no operation. */
  readonly operation: string;
  /** "command_buffer"; empty where none is named. */
  readonly objectType: string;
  /** The object that an operation acts on, or that an object record describes; and the one that it makes, or is otherwise about. */
  readonly object: string;
  readonly related: string;
  /** Of a scope. */
  readonly name?: string;
}

const TEXT = /^ {2}@\d+ #(\d+) (\w+) +dev=\d+ obj=(\d+) rel=(\d+)/;
const JSONL = /^\{"kind":"(\w+)","file_offset":\d+,.*?"sequence_ordinal":(\d+),.*?"object_id":(\d+),"related_object_id":(\d+)/;
const TEXT_MENTION = /\b(?:dev|obj|rel|[a-z]\w*_id)=(\d+)/g;
const JSONL_MENTION = /"(?!thread_id")[a-z_]*_id":(\d+)/g;

export const isJson = (line: string): boolean => line.startsWith('{');

/** Undefined for a line that is no record. */
export function readDumpLine(line: string): DumpLine | undefined {
  return isJson(line) ? readJson(line) : readText(line);
}

function readText(line: string): DumpLine | undefined {
  const [, record, kind, object, related] = TEXT.exec(line) ?? [];
  if (record === undefined || kind === undefined || object === undefined || related === undefined) return undefined;
  const start = line.indexOf('#');
  const name = / name="((?:[^"\\]|\\.)*)"/.exec(line)?.[1];
  return {
    ...{ record: Number(record), start, end: start + 1 + record.length, kind, object, related },
    operation: / op=([\w.]+)\(/.exec(line)?.[1] ?? '',
    objectType: / object=(\w+)\(/.exec(line)?.[1] ?? '',
    ...(name === undefined ? {} : { name: unescaped(name) }),
  };
}

function readJson(line: string): DumpLine | undefined {
  const [, kind, record, object, related] = JSONL.exec(line) ?? [];
  if (record === undefined || kind === undefined || object === undefined || related === undefined) return undefined;
  const start = line.indexOf('"sequence_ordinal":') + '"sequence_ordinal":'.length;
  const operation = /"operation":"([^"]*)"/.exec(line)?.[1] ?? '';
  const objectType = /"object_type":"([^"]*)"/.exec(line)?.[1] ?? '';
  const name = operation.startsWith('replay.scope') ? /"name":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] : undefined;
  return {
    ...{ record: Number(record), start, end: start + record.length, kind, object, related },
    operation: operation === 'none' ? '' : operation,
    objectType: objectType === 'none' ? '' : objectType,
    ...(name === undefined ? {} : { name: unescaped(name) }),
  };
}

/** A string of a dump is written as JSON writes it; one that is not is taken as it stands. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** All objects that a line names; 0 stands for none. */
export function objectMentions(line: string): readonly ObjectMention[] {
  const mentions: ObjectMention[] = [];
  for (const { 0: whole, 1: id = '0', index } of line.matchAll(isJson(line) ? JSONL_MENTION : TEXT_MENTION)) {
    if (id === '0') continue;
    const end = index + whole.length;
    mentions.push({ id, start: end - id.length, end });
  }
  return mentions;
}

/** The function of an executable that a dispatch calls, and where the function's number stands. */
export interface CalledFunction {
  readonly executable: string;
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
}

/** Of a dispatch; undefined for another line. */
export function calledFunction(line: string): CalledFunction | undefined {
  const executable = /\bexecutable_id"?[=:](\d+)/.exec(line)?.[1];
  const ordinal = /\bfunction_ordinal"?[=:](\d+)/.exec(line);
  if (executable === undefined || ordinal?.[1] === undefined) return undefined;
  const end = ordinal.index + ordinal[0].length;
  return { executable, ordinal: Number(ordinal[1]), start: end - ordinal[1].length, end };
}
