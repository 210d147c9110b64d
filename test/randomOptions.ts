/** What a command line asks, at random: made by a job's description, as wild as it allows. */
import assert from 'node:assert/strict';
import * as v from 'valibot';
import { capturePath, flagsOfWork, type Job } from '../protocol/jobs/job';

/** A number from 0 up to 1. */
export type Random = () => number;

/** The same numbers at each run, by mulberry32. */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS = ['a', 'b c', "it's", '"$HOME"', '`id`', '*?[x]{1,2}', '#!;&|<>', '\\', '-O2', '--help', 'é\nü', '=', '1e9', 'local-task'];

const oneOf = <Value>(values: readonly Value[], random: Random): Value => {
  const value = values[Math.floor(random() * values.length)];
  assert.ok(value !== undefined);
  return value;
};

const text = (random: Random): string => Array.from({ length: Math.floor(random() * 3) }, () => oneOf(WORDS, random)).join('');

/** Whole numbers near and far, and numbers with all their digits. */
function number(random: Random): number {
  const magnitude = 10 ** Math.floor(random() * 16);
  const value = random() * magnitude;
  return oneOf([value, Math.round(value), value / 1e12, 0, 1, 255, Number.MAX_SAFE_INTEGER], random);
}

/** Anything of the schema's kind; what its bounds then refuse is made again. */
export function valueOf(schema: v.GenericSchema, random: Random): unknown {
  const {
    options = [],
    entries = {},
    item,
  } = schema as unknown as {
    readonly options?: readonly (string | v.GenericSchema)[];
    readonly entries?: Readonly<Record<string, v.GenericSchema>>;
    readonly item?: v.GenericSchema;
  };
  const make = (): unknown => {
    switch (schema.type) {
      case 'string':
        return oneOf([text(random), `${text(random)}=${text(random)}`, '^BM_.*scope'], random);
      case 'number':
        return number(random);
      case 'boolean':
        return random() < 0.5;
      case 'picklist':
        return oneOf(options, random);
      case 'union': {
        const chosen = oneOf(options, random);
        return typeof chosen === 'string' ? chosen : valueOf(chosen, random);
      }
      case 'array':
        return Array.from({ length: Math.floor(random() * 4) }, () => item && valueOf(item, random));
      case 'object':
        return Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, valueOf(entry, random)]));
      default:
        return assert.fail(`knows no ${schema.type}`);
    }
  };
  for (let tries = 0; tries < 10_000; tries++) {
    const value = make();
    if (v.is(schema, value)) return value;
  }
  return assert.fail(`found no value of a ${schema.type}`);
}

/** What a command line of the job may ask: few of its flags or many, with values that they take. */
export function askedAtRandom(job: Job, random: Random): Readonly<Record<string, unknown>> {
  const tree: Record<string, unknown> = {};
  const place = (path: readonly string[], value: unknown): void => {
    let at = tree;
    for (const key of path.slice(0, -1)) at = (at[key] ??= {}) as Record<string, unknown>;
    at[path.at(-1) ?? ''] = value;
  };
  // Mostly few: of flags that exclude each other many seldom go together.
  const share = random() ** 2;
  const chosen = flagsOfWork(job).filter(({ required }) => required || random() < share);
  const left = new Set(flagsOfWork(job).filter((flag) => flag.kind === 'group' && !chosen.includes(flag)));
  for (const { path, kind, value } of chosen) {
    if ([...left].some((group) => group.path.every((key, depth) => path[depth] === key))) continue;
    place(path, kind === 'group' ? {} : valueOf(value, random));
  }
  if (job.file !== 'none') place(capturePath(job.asked), text(random));
  // Options below others that only say what is so anyway: no flag says that there are any.
  const groups = new Set(chosen.filter(({ kind }) => kind === 'group').map(({ path }) => path.join('.')));
  for (const [key, value] of Object.entries(tree)) {
    if (groups.has(key) || !saysNothing(value)) continue;
    const without = Object.fromEntries(Object.entries(tree).filter(([other]) => other !== key));
    if (v.is(job.asked, without)) return without;
  }
  return tree;
}

const saysNothing = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((option) => option === false || (Array.isArray(option) && option.length === 0));
