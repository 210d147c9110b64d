/** bisect: the first of a series of kernels or versions that is not as the first one. */
import * as v from 'valibot';
import { comparisonOptions } from './comparison';
import { format } from './format';
import { job } from './job';
import { option, type OptionsOf, type ResultOf, type ToldOf } from './option';
import { count } from './problem';
import { ENGINE_FLAGS, PERF_FLAGS, replayOptions, unknownDevice } from './replayOptions';
import { substitute } from './substitute';
import { verify } from './verify';

const text = v.pipe(v.string(), v.nonEmpty());

const by = v.picklist(['outputs', 'end', 'time']);

const { type, tolerance } = comparisonOptions;
const { runs } = verify.options.entries;
const { pairs, seconds } = substitute.options.entries;

const options = v.object({
  run: replayOptions,
  builds: v.exactOptional(
    option(v.array(text), {
      flag: 'build',
      placeholder: 'FILE',
      description: 'A build of the kernel, or its source, which is built first: one after another, the good one first.',
    }),
    [],
  ),
  kernel: v.exactOptional(
    option(v.pipe(text, v.regex(/^[^=]+$/)), {
      flag: 'kernel',
      placeholder: 'SELECTOR',
      description: 'What each build replaces, as on the left of --replay_executable_substitution: an id, all, or fn:PATTERN.',
    }),
  ),
  installations: v.exactOptional(
    option(v.array(text), {
      flag: 'iree',
      placeholder: 'DIR',
      description: 'A version of IREE, by the folder of its tools or of an installation with bin/: one after another, the good one first.',
    }),
    [],
  ),
  by: v.exactOptional(
    option(by, {
      flag: 'by',
      placeholder: 'outputs|end|time',
      description:
        "What has to be as it is with the good one: outputs (the default for builds), whether the replay comes to its end (the default for versions of IREE), or time, measured in turn: what is on the bad one's side of halfway between them is bad.",
    }),
  ),
  good: v.exactOptional(
    option(text, {
      flag: 'good',
      placeholder: 'N|NAME',
      description: 'Begins with this one of the series, by its number from 1, its path or the end of it; the first by default.',
    }),
  ),
  bad: v.exactOptional(
    option(text, { flag: 'bad', placeholder: 'N|NAME', description: 'Ends with this one of the series; the last by default.' }),
  ),
  type,
  tolerance,
  runs,
  pairs,
  seconds,
});

const answer = v.picklist(['good', 'bad', 'skipped', 'unknown']);

/** One of the series, tested. */
const bisectTest = v.object({
  /** In the series, from 1. */
  number: count,
  name: v.string(),
  /** `skipped` is what does not build or cannot be loaded; `unknown` what does not tell. */
  answer,
  /** What was found, or why nothing was. */
  sentence: v.string(),
  /** By time: the good one's median time / this one's, and its 95 % interval; above 1 this one is faster. */
  ratio: v.exactOptional(v.number()),
  interval: v.exactOptional(v.tuple([v.number(), v.number()])),
});

export const bisectResult = v.object({
  verdict: v.picklist(['found', 'not-known']),
  by,
  /** The answer, or why there is none and what to do. */
  sentence: v.string(),
  /** Numbers of those that may be the first that is bad: one where it is found, and none where that is not even known of the ends. */
  candidates: v.array(count),
  /** The last that was found good and the first that was found bad, both a second time; absent where there are none. */
  between: v.exactOptional(v.object({ good: count, bad: count })),
  /** All of them, in order. */
  series: v.array(v.string()),
  /** In the order in which they were done. */
  tests: v.array(bisectTest),
});

/** A number of the series, from 0: one of its names, the end of one path alone, or a number from 1. Undefined of anything else. */
export function placeInSeries(series: readonly string[], said: string): number | undefined {
  const matching = (matches: (path: string) => boolean): readonly number[] =>
    series.flatMap((path, index) => (matches(path) ? [index] : []));
  const number = /^\d+$/.test(said) ? Number(said) - 1 : undefined;
  if (number !== undefined && number in series) return number;
  for (const found of [matching((path) => path === said), matching((path) => path.endsWith(`/${said}`))])
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  return undefined;
}

/** From the good one to the bad one, by numbers from 0; or why there is no such series, in a sentence. */
export function endsOf({ builds, installations, good, bad }: Pick<BisectTold, 'builds' | 'installations' | 'good' | 'bad'>):
  | {
      readonly first: number;
      readonly last: number;
    }
  | string {
  const series = [...builds, ...installations];
  const first = good === undefined ? 0 : placeInSeries(series, good);
  const last = bad === undefined ? series.length - 1 : placeInSeries(series, bad);
  if (first === undefined) return `--good=${good ?? ''} is not one of the series`;
  if (last === undefined) return `--bad=${bad ?? ''} is not one of the series`;
  return first < last ? { first, last } : 'the good one has to come before the bad one';
}

/** What is asked where nothing else is said. */
export const byOf = ({ by: asked, installations }: Pick<BisectTold, 'by' | 'installations'>): BisectBy =>
  asked ?? (installations.length > 0 ? 'end' : 'outputs');

export const bisect = job({
  name: 'bisect',
  summary: 'find the first of a series of kernels, or of versions of IREE, that is wrong or slower',
  description:
    'Goes by halves through a series of builds of a kernel, or of installed versions of IREE, from a good one to a bad one, and says where\n' +
    'outputs, the end of the replay, or times change. The ends are looked at first, and what was found on both sides of the change is\n' +
    'looked at again. What does not build or cannot be loaded is left out; what does not tell is never guessed: the result then says\n' +
    'between which two the change lies. A series that changes more than once has one of its changes found. Exit status 0 only if it is found.',
  examples: [
    "--kernel='fn:*matmul*' --build=v1.c --build=v2.c --build=v3.c --build=v4.c --absolute=1e-4 model.ireereplay",
    '--by=time --seconds=2 --kernel=4 --build=monday.so --build=tuesday.so --build=wednesday.so model.ireereplay',
    '--iree=iree-3.10 --iree=iree-3.11 --iree=iree-3.12 --iree=iree-3.13 --device=local-task model.ireereplay',
  ],
  options,
  output: v.object({ format: format(['text', 'json'], 'text for reading (the default), json for programs.') }),
  result: () => Promise.resolve(bisectResult),
  without: [...ENGINE_FLAGS, ...PERF_FLAGS, 'outputs', 'poison', 'replay_stop_before', 'replay_executable_substitution'],
  contradiction: (asked) => {
    const { run, builds, installations, kernel, workgroupCounts } = { ...asked, ...asked.run };
    if (builds.length > 0 === installations.length > 0) return 'expected a series of --build=FILE or of --iree=DIR';
    if (builds.length + installations.length < 2) return 'a series has at least two: a good one and a bad one';
    if (builds.length > 0 && kernel === undefined) return 'expected --kernel=SELECTOR: what the builds replace';
    if (installations.length > 0 && kernel !== undefined) return '--kernel is for a series of builds';
    if (installations.length > 0 && workgroupCounts.length > 0) return '--replay_workgroup_count is for a series of builds';
    const ends = endsOf(asked);
    if (typeof ends === 'string') return ends;
    return builds.length > 0 ? unknownDevice(run) : undefined;
  },
});

/** How far it is. */
export interface BisectProgress {
  /** What is tested. */
  readonly name: string;
  /** Those that were tested so far. */
  readonly tests: readonly BisectTest[];
}

export type BisectOptions = OptionsOf<typeof options>;
export type BisectTold = ToldOf<typeof options>;
export type BisectBy = ResultOf<typeof by>;
export type BisectTest = ResultOf<typeof bisectTest>;
export type BisectResult = ResultOf<typeof bisectResult>;
