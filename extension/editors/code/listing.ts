/** The instructions of a function as rows, each under the line of the source that it comes from. */
import type {
  CodeInstruction,
  Disassembly,
  FunctionCode,
  GpuExecutableCode,
  GpuFunction,
  ModuleListing,
  SourceLocation,
} from '../../../protocol/code/code';
import type { GpuFacts, InstructionGroup, ListedLine, ListedLoop, ListingHead, ListingRow } from '../../../protocol/code/kernelCode';
import type { U64 } from '../../../protocol/base/u64';
import { loopName } from '../../../protocol/code/loopChain';
import { linesInText } from './linesInText';
import { bracketsOf, commonLoop } from './loopBrackets';

export interface Listing {
  readonly head: ListingHead;
  readonly rows: readonly ListingRow[];
}

/** Of a function for a processor. What its compiler has read from a pipe, which it calls "-", is the source that it is said to be from. */
export function listingOf(code: FunctionCode): Listing {
  const { function: found, instructions, files, places, section, loops, notes } = code;
  const fileOf = (file: number): string => {
    const name = files[file] ?? '';
    return name === '-' ? (found.location?.path ?? name) : name;
  };
  const rows: ListingRow[] = [];
  const lines = createLines();
  const rowOf = new Map<number, number>();
  const begun = new Map(loops.map(({ header }, index) => [header, index]));
  let before: string | undefined;
  let loopBefore: number | undefined;
  for (const instruction of instructions) {
    const { offset, mnemonic, operands, symbol, place, frame, loop, vector } = instruction;
    const at = place === undefined ? undefined : places[place];
    const line = at === undefined || at[1] === 0 ? undefined : lines.at(fileOf(at[0]), at[1], rows.length);
    const inlined = callers(code, frame, fileOf);
    const heading = `${String(line)} ${inlined}`;
    const around = known({ line, loop: commonLoop(loops, loopBefore, loop) });
    if (heading !== before) rows.push({ kind: 'line', ...around, ...(inlined === '' ? {} : { inlined }) });
    const begins = begun.get(offset);
    if (begins !== undefined) rows.push({ kind: 'loop', begun: begins, ...around });
    before = heading;
    loopBefore = loop;
    rowOf.set(offset, rows.length);
    if (line !== undefined) lines.count(line);
    const address = (BigInt(found.address) + BigInt(offset)).toString(16);
    const group = groupOf(instruction);
    rows.push({
      ...{ kind: 'instruction', address, mnemonic, operands, group },
      ...known({ line, symbol, loop, begins, vectorBits: vector?.bits, lanes: vector?.lanes }),
    });
  }
  const repeats = new Map(loops.flatMap(({ backEdges }, index) => backEdges.map((from) => [from, index] as const)));
  // Branches forward are known once all rows are.
  instructions.forEach(({ offset, target }) => {
    const from = rowOf.get(offset);
    const to = target === undefined ? undefined : rowOf.get(target);
    const row = from === undefined ? undefined : rows[from];
    if (from === undefined || row?.kind !== 'instruction') return;
    rows[from] = { ...row, ...known({ target: to, repeats: repeats.get(offset) }) };
  });
  return {
    head: {
      name: found.name,
      address: BigInt(found.address).toString(16),
      rows: rows.length,
      start: 0,
      lines: lines.all,
      loops: listedLoops(code, rowOf),
      notes,
      ...known({ section, bytes: found.size }),
    },
    rows: loops.length === 0 ? rows : bracketed(loops, rows),
  };
}

const groupOf = ({ kind, vector }: CodeInstruction): InstructionGroup => (kind === 'arithmetic' ? (vector?.element ?? kind) : kind);

function listedLoops({ function: found, loops, findings }: FunctionCode, rowOf: ReadonlyMap<number, number>): readonly ListedLoop[] {
  const sentences = new Map(findings.flatMap(({ loop, sentence }) => (loop === undefined ? [] : [[loop, sentence] as const])));
  return loops.map(({ header, parent, depth, iteration }, index) => ({
    depth,
    row: rowOf.get(header) ?? 0,
    address: (BigInt(found.address) + BigInt(header)).toString(16),
    iteration,
    ...known({ parent, finding: sentences.get(index) }),
  }));
}

function bracketed(loops: FunctionCode['loops'], rows: readonly ListingRow[]): readonly ListingRow[] {
  const brackets = bracketsOf(
    loops,
    rows.map((row) => (row.kind === 'text' ? undefined : row.loop)),
  );
  return rows.map((row, index) => {
    const own = brackets[index] ?? [];
    return row.kind === 'text' || own.length === 0 ? row : { ...row, brackets: own };
  });
}

/** Of the module that a function for a GPU is in, from the text that a program made of it. */
export function moduleListing(code: GpuExecutableCode, entry: GpuFunction, module: ModuleListing | undefined): Listing {
  const { head, rows } = textListing(entry.name, module ?? { problem: 'The container has no such module.' }, (texts) =>
    module === undefined ? [] : linesInText(module.kind, texts),
  );
  const start = rows.findIndex((row) => row.kind === 'text' && beginsEntryPoint(row.text, entry.entryPoint));
  const gpu: GpuFacts = {
    container: code.container,
    entry,
    ...known({ target: code.target, module: code.modules[entry.module] }),
  };
  return { head: { ...head, start: Math.max(0, start), gpu }, rows };
}

/** Of what a program made of code; `placesOf` says which line of a source each line of the text comes from. */
export function textListing(
  name: string,
  { text, program, cut, problem }: Disassembly,
  placesOf: (texts: readonly string[]) => readonly (SourceLocation | undefined)[],
): Listing {
  const lines = createLines();
  const texts = text === undefined ? [] : text.trimEnd().split('\n');
  const places = placesOf(texts);
  const rows = texts.map((one, row): ListingRow => {
    const place = places[row];
    const line = place === undefined ? undefined : lines.at(place.path, place.line, row);
    if (line !== undefined) lines.count(line);
    return { kind: 'text', text: one.slice(0, LONGEST), ...known({ line }) };
  });
  const notes = cut === true ? ['The disassembly is longer than is shown.'] : [];
  return { head: { name, rows: rows.length, start: 0, lines: lines.all, loops: [], notes, ...known({ program, problem }) }, rows };
}

/** As `ireereplay source --disassembly` prints it, without the bytes. */
export function rowText(row: ListingRow, lines: readonly ListedLine[]): string {
  if (row.kind === 'text') return row.text;
  if (row.kind === 'instruction') {
    const text = `${row.mnemonic.padEnd(12)} ${row.operands}`.trimEnd();
    return `  ${row.address.padStart(8)}  ${text}${row.symbol === undefined ? '' : `  ; ${row.symbol}`}`;
  }
  if (row.kind === 'loop') return loopName(row.begun, row.loop);
  const line = row.line === undefined ? undefined : lines[row.line];
  const place = line === undefined ? 'no line' : `${line.path}:${String(line.line)}`;
  return `${place}${row.inlined === undefined ? '' : `  inlined: ${row.inlined}`}`;
}

/** The row of an instruction by its address; null where it is not listed. */
export function instructionRow({ rows }: Listing, address: U64): number | null {
  const digits = BigInt(address).toString(16);
  const row = rows.findIndex((one) => one.kind === 'instruction' && one.address === digits);
  return row === -1 ? null : row;
}

/** Characters of a line that are shown. */
export const LONGEST = 2000;

/** A line begins an entry point, as one of the programs prints it. */
const beginsEntryPoint = (text: string, name: string): boolean =>
  [`%${name} = OpFunction `, `<${name}>:`, `.entry ${name}(`, `.text.${name}:`].some((begin) => text.includes(begin));

/** Without what is not known. */
function known<Fields extends object>(fields: Fields): { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}

interface Lines {
  readonly all: ListedLine[];
  /** The place of a line among all. */
  at(path: string, line: number, row: number): number;
  /** It has one more instruction. */
  count(line: number): void;
}

function createLines(): Lines {
  const all: ListedLine[] = [];
  const byName = new Map<string, number>();
  return {
    all,
    at(path, line, row) {
      const name = `${String(line)} ${path}`;
      let found = byName.get(name);
      if (found === undefined) {
        byName.set(name, (found = all.length));
        all.push({ path, line, row, instructions: 0 });
      }
      return found;
    },
    count(line) {
      const found = all[line];
      if (found !== undefined) all[line] = { ...found, instructions: found.instructions + 1 };
    },
  };
}

/** The calls that an instruction is inlined by, the innermost first. */
function callers({ frames }: FunctionCode, frame: number | undefined, fileOf: (file: number) => string): string {
  const calls: string[] = [];
  for (let at = frame === undefined ? undefined : frames[frame]; at !== undefined;) {
    const { call, parent } = at;
    const from = call === undefined ? '' : ` at ${fileOf(call.file).split(/[/\\]/).at(-1) ?? ''}:${String(call.line)}`;
    calls.push(`${at.function || 'a function'}${from}`);
    at = parent === undefined ? undefined : frames[parent];
  }
  return calls.join(', from ');
}
