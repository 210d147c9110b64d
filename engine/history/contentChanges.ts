/** Which executables and functions changed by content against the run before: only what is certain is called changed or the same. */
import type {
  ChangedFunction,
  ContentChanges,
  ExecutableChange,
  ExecutableContent,
  FunctionChange,
} from '../../protocol/results/contentChanges';
import type { MeasuredRun } from '../../protocol/results/results';
import { isSameCapture } from './runHistory';

type Functions = ExecutableContent['functions'];
type By = NonNullable<ExecutableChange['before']>['by'];

interface Match {
  readonly before: ExecutableContent;
  readonly by: By;
}

/** A run without names of its own things: what is asked of it here. */
export type ComparedRun = Pick<MeasuredRun, 'job' | 'id' | 'capture' | 'subject' | 'started' | 'state'>;

/** The executables of a run that was broken down. */
function executablesOf({ state }: Pick<MeasuredRun, 'state'>): readonly ExecutableContent[] | undefined {
  const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
  return result !== undefined && 'rows' in result ? result.executables : undefined;
}

/** Those of `list` that nothing else in it shares a key with, by it. */
function unique<Item>(list: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item> {
  const found = new Map<string, Item>();
  const several = new Set<string>();
  for (const item of list) {
    const key = keyOf(item);
    if (found.has(key)) several.add(key);
    found.set(key, item);
  }
  for (const key of several) found.delete(key);
  return found;
}

const namesOf = (functions: Functions): string => JSON.stringify(functions.map(({ name }) => name).sort());
const nameAndFunctions = ({ name, functions }: ExecutableContent): string => `${name} ${namesOf(functions)}`;

/** What each executable was before: of one capture by its id, of two by its content, then by what only one on each side is called. */
function matched(
  now: readonly ExecutableContent[],
  before: readonly ExecutableContent[],
  sameCapture: boolean,
): ReadonlyMap<ExecutableContent, Match> {
  const matches = new Map<ExecutableContent, Match>();
  if (sameCapture) {
    const byId = new Map(before.map((each) => [each.id, each]));
    for (const each of now) {
      const was = byId.get(each.id);
      if (was !== undefined) matches.set(each, { before: was, by: 'id' });
    }
    return matches;
  }
  const left = new Set(before);
  const byContent = new Map(before.map((each) => [each.content, each]));
  for (const each of now) {
    const was = byContent.get(each.content);
    if (was !== undefined) matches.set(each, { before: was, by: 'content' });
  }
  const kept = new Set(now.map(({ content }) => content));
  for (const each of before) if (kept.has(each.content)) left.delete(each);
  const rounds: readonly (readonly [By, (executable: ExecutableContent) => string])[] = [
    ['name and functions', nameAndFunctions],
    ['name', ({ name }) => name],
  ];
  for (const [by, keyOf] of rounds) {
    const candidates = unique([...left], keyOf);
    for (const [key, each] of unique(
      now.filter((one) => !matches.has(one)),
      keyOf,
    )) {
      const was = candidates.get(key);
      if (was === undefined || each.name === '') continue;
      matches.set(each, { before: was, by });
      left.delete(was);
    }
  }
  return matches;
}

const shown = (name: string, ordinal: number): string => (name === '' ? `function ${String(ordinal)}` : name);

function functionChange(now: Functions[number], was: Functions[number] | undefined): FunctionChange {
  if (was === undefined) return 'new';
  if (now.code === undefined || was.code === undefined) return 'unknown';
  return now.code === was.code ? 'own-code-same' : 'changed';
}

/** Functions of an executable that changed. */
function changedFunctions(now: Functions, { before, by }: Match): Pick<ExecutableChange, 'functions' | 'goneFunctions'> {
  if (by === 'id') {
    // An ordinal is the same function whatever takes its place.
    const functions = now.map((each, ordinal) => ({
      name: shown(each.name, ordinal),
      change: functionChange(each, before.functions[ordinal]),
    }));
    return { functions, goneFunctions: [] };
  }
  const [here, there] = [unique(now, ({ name }) => name), unique(before.functions, ({ name }) => name)];
  const earlier = new Set(before.functions.map(({ name }) => name));
  const functions = now.map((each, ordinal): ChangedFunction => {
    const name = shown(each.name, ordinal);
    const isPlain = each.name !== '' && here.has(each.name) && (there.has(each.name) || !earlier.has(each.name));
    return { name, change: isPlain ? functionChange(each, there.get(each.name)) : 'ambiguous' };
  });
  const names = new Set(now.map(({ name }) => name));
  return { functions, goneFunctions: [...earlier].filter((name) => name !== '' && !names.has(name)) };
}

/** Of two lists; with what is only in one of them. */
export function compareContents(
  now: readonly ExecutableContent[],
  before: readonly ExecutableContent[],
  sameCapture: boolean,
): Pick<ContentChanges, 'executables' | 'gone'> {
  const matches = matched(now, before, sameCapture);
  const met = new Set([...matches.values()].map((match) => match.before));
  const kept = new Set(now.map(({ content }) => content));
  const left = before.filter((each) => !met.has(each) && (sameCapture || !kept.has(each.content)));
  const executables = now.map((each): ExecutableChange => {
    const { id, name, content, functions } = each;
    const all = (change: FunctionChange): Pick<ExecutableChange, 'functions' | 'goneFunctions'> => ({
      functions: functions.map((one, ordinal) => ({ name: shown(one.name, ordinal), change })),
      goneFunctions: [],
    });
    const match = matches.get(each);
    if (match === undefined) {
      // Without a name it could have been any of those that are left.
      const change = left.some((one) => one.name === name || one.name === '' || name === '') ? 'ambiguous' : 'new';
      return { id, name, change, ...all(change) };
    }
    const found = { id, name, before: { id: match.before.id, by: match.by } };
    if (content === match.before.content) return { ...found, change: 'same', ...all('same') };
    return { ...found, change: 'changed', ...changedFunctions(functions, match) };
  });
  // What something may have been is not gone for certain.
  const doubtful = executables.filter(({ change }) => change === 'ambiguous').map(({ name }) => name);
  const gone = left.filter(({ name }) => (name === '' ? doubtful.length === 0 : !doubtful.includes(name) && !doubtful.includes('')));
  return { executables, gone: gone.map(({ id, name }) => ({ id, name })) };
}

/**
 * Against the latest run in `all` before this one that measured the same of a capture with this path or these contents and knows its
 * executables; undefined where there is none, or this one does not know its own.
 */
export function contentChangesOf(run: ComparedRun, all: readonly MeasuredRun[]): ContentChanges | undefined {
  const now = executablesOf(run);
  if (now === undefined) return undefined;
  const isSame = (other: MeasuredRun): boolean => isSameCapture(run, other);
  const before = all
    .filter(
      (other) =>
        other.job === run.job &&
        other.id !== run.id &&
        other.started < run.started &&
        other.subject === run.subject &&
        (other.capture === run.capture || isSame(other)) &&
        executablesOf(other) !== undefined,
    )
    .at(-1);
  const was = before === undefined ? undefined : executablesOf(before);
  if (before === undefined || was === undefined) return undefined;
  const sameCapture = isSame(before);
  return { date: before.started, sameCapture, ...compareContents(now, was, sameCapture) };
}
