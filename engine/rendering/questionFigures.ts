/** Sums of the rows of IREE's questions about two profiles, matched by what they are of. */
import * as path from 'node:path';
import type { TableQuestion } from '../../protocol/profile/profile';
import type { ComparedAnswer, ComparedFigures, ComparedQuestion } from '../../protocol/profile/profileComparison';
import { problemOf } from '../../protocol/base/problemOf';
import { exportLines } from './exportLines';
import { FIGURE_KINDS, type FigureField, type FigureKind } from './figureKinds';
import { rowOf } from './questionRows';

type Row = ReturnType<typeof rowOf>;
/** Whole numbers stay exact. */
type Value = bigint | number;

interface Group {
  readonly keys: readonly string[];
  readonly values: (Value | undefined)[];
}
type Names = ReadonlyMap<string, string>;
type Groups = ReadonlyMap<string, Group>;

/** Of both profiles, whatever their size: every row counts. Rejects where nothing of one can be read, or when `signal` is aborted. */
export async function questionFigures(a: string, b: string, question: ComparedQuestion, signal?: AbortSignal): Promise<ComparedAnswer> {
  const kinds = FIGURE_KINDS[question];
  const notices: string[] = [];
  const [ofA, ofB] = [await groupsOf(a, kinds, notices, signal), await groupsOf(b, kinds, notices, signal)];
  const matched = kinds.map((kind, i) => match(kind, ofA[i] ?? new Map(), ofB[i] ?? new Map()));
  return { kinds: matched.filter(({ rows }) => rows.length > 0), notices };
}

async function groupsOf(
  profile: string,
  kinds: readonly FigureKind[],
  notices: string[],
  signal: AbortSignal | undefined,
): Promise<readonly Groups[]> {
  const groups = kinds.map(() => new Map<string, Group>());
  const names = kinds.some(({ keys }) => keys.some(({ ofFunction }) => ofFunction))
    ? await functionsOf(profile, signal)
    : new Map<string, string>();
  for (const question of new Set(kinds.map(({ of }) => of))) {
    try {
      await addQuestion({ profile, question, names }, kinds, groups, signal);
    } catch (error) {
      signal?.throwIfAborted();
      // What is whole counts.
      if (groups.every(({ size }) => size === 0)) throw error;
      const notice = `${path.basename(profile)}: ${problemOf(error).message}`;
      if (!notices.includes(notice)) notices.push(notice);
    }
  }
  return groups;
}

async function addQuestion(
  { profile, question, names }: { readonly profile: string; readonly question: TableQuestion; readonly names: Names },
  kinds: readonly FigureKind[],
  groups: readonly Map<string, Group>[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for await (const line of exportLines(profile, question, () => undefined, signal)) {
    const type = /^\{"type":"(\w+)"/.exec(line)?.[1] ?? '';
    let row: Row | undefined;
    for (const [i, kind] of kinds.entries()) {
      if (kind.of !== question || !kind.types.includes(type)) continue;
      row ??= rowOf(line);
      if (kind.without?.(row) !== true) add(groups[i] ?? new Map<string, Group>(), kind, row, names);
    }
  }
}

const placeOf = ({ executable_id: executable, function_ordinal: ordinal }: Row): string => JSON.stringify([executable, ordinal]);

/** Names of functions, by their executable and place in it; none of a profile without metadata. */
async function functionsOf(profile: string, signal: AbortSignal | undefined): Promise<Names> {
  const names = new Map<string, string>();
  try {
    for await (const line of exportLines(profile, 'executable', () => undefined, signal)) {
      if (!line.startsWith('{"type":"executable_function"')) continue;
      const row = rowOf(line);
      if (typeof row['key'] === 'string') names.set(placeOf(row), row['key']);
    }
  } catch {
    // What is damaged there is said where its figures are read.
    signal?.throwIfAborted();
  }
  return names;
}

/** Adds a row to the group of its keys. */
export function add(groups: Map<string, Group>, { keys, figures }: FigureKind, row: Row, functions: Names = new Map()): void {
  const texts = keys.map(({ fields, ofFunction }) => {
    const name = ofFunction === true ? functions.get(placeOf(row)) : undefined;
    return name ?? textOf(fields.map((field) => row[field]).find((value) => value !== undefined && value !== ''));
  });
  const name = JSON.stringify(texts);
  let group = groups.get(name);
  if (group === undefined) groups.set(name, (group = { keys: texts, values: figures.map(() => undefined) }));
  figures.forEach((figure, i) => {
    const value = valueOf(row, figure);
    if (value === undefined) return;
    const before = group.values[i];
    group.values[i] = before === undefined ? value : together(before, value, figure.how);
  });
}

const textOf = (value: unknown): string => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value));

function valueOf(row: Row, { field, less }: FigureField): Value | undefined {
  if (field === undefined) return 1n;
  const value = numberOf(row[field]);
  if (less === undefined || value === undefined) return value;
  const begin = numberOf(row[less]);
  // IREE writes 0 for a time that is not known.
  if (begin === undefined || Number(value) === 0 || Number(begin) === 0) return undefined;
  if (typeof value === 'bigint' && typeof begin === 'bigint') return value > begin ? value - begin : 0n;
  return Math.max(0, Number(value) - Number(begin));
}

function numberOf(value: unknown): Value | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value);
  return undefined;
}

function together(a: Value, b: Value, how: FigureField['how']): Value {
  if (how === 'least') return a < b ? a : b;
  if (how === 'most') return a > b ? a : b;
  return typeof a === 'bigint' && typeof b === 'bigint' ? a + b : Number(a) + Number(b);
}

export function match({ name, label, keys, figures }: FigureKind, a: Groups, b: Groups): ComparedFigures {
  const texts = (group: Group | undefined): readonly (string | undefined)[] | undefined =>
    group?.values.map((value) => (value === undefined ? undefined : String(value)));
  const rows = [...new Set([...a.keys(), ...b.keys()])].map((place) => {
    const [one, other] = [a.get(place), b.get(place)];
    const [left, right] = [texts(one), texts(other)];
    return {
      keys: (one ?? other)?.keys ?? [],
      ...(left === undefined ? {} : { a: left }),
      ...(right === undefined ? {} : { b: right }),
    };
  });
  const collator = new Intl.Collator('en', { numeric: true });
  return {
    name,
    label,
    keys: keys.map((key) => ({ name: key.name, title: key.title })),
    figures: figures.map((figure) => ({ name: figure.name, title: figure.title, unit: figure.unit })),
    rows: rows.toSorted((one, other) => collator.compare(one.keys.join('\n'), other.keys.join('\n'))),
  };
}
