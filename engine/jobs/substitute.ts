/** Original against candidates: verified first, then timed side by side. */
import * as path from 'node:path';
import * as v from 'valibot';
import type { SubstituteTold } from '../../protocol/jobs/substitute';
import { verify as verifyJob } from '../../protocol/jobs/verify';
import { LEAST_SAMPLES } from '../../protocol/difference';
import type { RunOptions } from '../../protocol/run';
import { medianOf } from '../../protocol/statistics';
import type { Candidate, CandidateResult, PairedRow, SubstituteProgress, SubstituteResult } from '../../protocol/substitution';
import type { VerifyProgress } from '../../protocol/verification';
import { chosenDispatches, listDispatches, type DispatchList, type ListedDispatch } from '../addon/dispatches';
import { withBuiltKernels } from '../kernels/substitutes';
import { clockOverheadNs, type Dispatches, type Measurement } from '../addon/measuring';
import type { ReplaySession } from '../addon/replay';
import { chosenScopes } from './benchmark';
import { observeEnvironment } from '../measuring/environment';
import { interleave, sampled, type Rounds, type Sampled, type Side } from '../measuring/pairs';
import { READINGS } from '../measuring/resolution';
import { createCaptureKeys } from '../history/captureKey';
import { measureAlone } from '../measuring/measuringTurn';
import { prepared, preparedDispatches } from './refused';
import { nativeOnly, type Work } from './work';
import { scopeSeries } from '../measuring/scopes';
import { candidateVerdict, pairedRow, type RowPlace } from '../comparing/verdict';
import { verify } from './verify';

/** Before so many nobody looks whether they are enough. */
const FIRST_LOOK = 20;
const MOST_PAIRS = 10_000;
/** Pairs go on until the interval is narrower than this, and tells: or narrower than the other, beyond which it is the machine. */
const NARROW = 0.01;
const NARROWEST = 0.0025;
const MOST_DISPATCHES = 8;
const REPORT_MS = 1000;

/** What is timed together: rows that come from one measurement, and the three sides that give them. */
interface Group {
  readonly places: readonly RowPlace[];
  /** Original, candidate, the original prepared once more. */
  readonly sampled: Sampled;
}

function scopeTimes(measurement: Measurement, scopes: readonly string[]): readonly ArrayLike<number>[] {
  return scopes.length === 0 ? [measurement.times] : scopeSeries(measurement, scopes).map(({ sums }) => sums);
}

/** Scopes that are asked for; otherwise those that take long enough and run one of the dispatches, or the whole capture for none. */
async function scopeGroup(
  [original, candidate, again]: readonly [ReplaySession, ReplaySession, ReplaySession],
  asked: readonly string[] | undefined,
  dispatches: readonly ListedDispatch[] | undefined,
  timerNs: number,
  signal: AbortSignal,
): Promise<Group> {
  const probe = await original.measure({ iterations: 5 }, signal);
  const names = [...new Set(probe.scopes.map(({ name }) => name))];
  const runs = (name: string): boolean =>
    dispatches === undefined ||
    probe.scopes.some(
      (scope) =>
        scope.name === name && dispatches.some(({ record, via = record }) => scope.record <= via && via <= scope.end),
    );
  const wanted = scopeSeries(probe, chosenScopes(asked ?? ['*'], names)).filter(
    ({ name, sums }) => asked !== undefined || (runs(name) && medianOf(sums) >= READINGS * timerNs),
  );
  const split = (measurement: Measurement): readonly ArrayLike<number>[] =>
    scopeTimes(
      measurement,
      wanted.map(({ name }) => name),
    );
  const places: readonly RowPlace[] =
    wanted.length === 0
      ? [{ kind: 'capture', label: 'the whole capture', count: 1 }]
      : wanted.map(({ name: label, occurrences }) => {
          const [only] = occurrences;
          const record = occurrences.length === 1 && only !== undefined ? { record: only.record } : {};
          return { kind: 'scope' as const, label, count: occurrences.length, ...record };
        });
  const sides = [original, candidate, again].map((measurable) => ({ measurable, split }));
  const all = await sampled(sides, wanted.length === 0, timerNs, signal);
  const shortest = Math.min(...wanted.map(({ sums }) => medianOf(sums)));
  return { places, sampled: wanted.length === 0 ? all : { ...all, measurable: shortest >= READINGS * timerNs } };
}

async function dispatchGroup(
  original: RunOptions,
  candidate: RunOptions,
  dispatch: ListedDispatch,
  count: number,
  held: Dispatches[],
  timerNs: number,
  signal: AbortSignal,
): Promise<Group> {
  const { record, via, function: name } = dispatch;
  const sides: Side[] = [];
  for (const run of [original, candidate, original]) {
    const measurable = await preparedDispatches(run, signal);
    held.push(measurable);
    await measurable.goTo(record, via, signal);
    sides.push({ measurable, split: ({ times }) => [times] });
  }
  const place = { record, ...(via === undefined ? {} : { via }) };
  return {
    places: [{ kind: 'dispatch', label: name || `function of #${String(record)}`, count, ...place }],
    sampled: await sampled(sides, true, timerNs, signal),
  };
}

/** Those that are asked for, or one of each substituted function. */
function dispatchesToTime(list: DispatchList, asked: readonly string[] | undefined): readonly ListedDispatch[] {
  if (asked !== undefined) return asked.length === 0 ? [] : chosenDispatches(list).dispatches;
  const names = new Set<string>();
  return list.functions
    .filter(({ substituted, function: name }) => substituted && !names.has(name) && names.add(name).size > 0)
    .slice(0, MOST_DISPATCHES);
}

/** What runs in a scope: those that are timed, and others of what was substituted; undefined where not all are known. */
function dispatchesInScopes(list: DispatchList, chosen: readonly ListedDispatch[]): readonly ListedDispatch[] | undefined {
  if (chosen.length === 0 || list.cut || list.leftOut !== '0') return undefined;
  return [...chosen, ...list.dispatches.filter(({ substituted }) => substituted)];
}

function rowsOf(groups: readonly Group[], rounds: readonly Rounds[], timerNs: number): Promise<readonly PairedRow[]> {
  const rows = groups.flatMap(({ places, sampled: { batch, measurable } }, group) =>
    places.flatMap((place, thing) => {
      const [original, candidate, again] = (rounds[group] ?? []).map((side) => Float64Array.from(side[thing] ?? []));
      if (original === undefined || candidate === undefined || again === undefined || original.length === 0) return [];
      return [pairedRow(place, [original, candidate, again], { ns: timerNs / batch, batch, measurable })];
    }),
  );
  return Promise.all(rows);
}

/** The interval of what the verdict is about is narrow, and tells; or nothing that is measured longer would tell more. */
function isEnough([first]: readonly PairedRow[]): boolean {
  if (first === undefined || first.missing === 'unmeasurable') return true;
  const width = first.interval[1] / first.interval[0] - 1;
  return width < NARROWEST || (width < NARROW && first.verdict !== 'not-known-yet');
}

/** Verifies and times every candidate as the options say, what executes them through `alone`; ended early, it gives what there is. */
export async function substitute(
  options: SubstituteTold,
  report: (progress: SubstituteProgress) => void,
  signal: AbortSignal,
  alone: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): Promise<SubstituteResult> {
  const environment = observeEnvironment('native');
  const seed = options.seed ?? Date.now() >>> 0;
  const most = options.pairs ?? MOST_PAIRS;
  /** Pairs go on until they tell: how many that takes is not known before. */
  const foreseen = options.pairs ?? 0;
  const done: CandidateResult[] = [];
  let noise: number | undefined;
  let devices: readonly string[] = options.run.devices;
  let workers = 1;

  const time = async (candidate: Candidate, run: RunOptions, verification: CandidateResult['verification']): Promise<CandidateResult> => {
    const list = await listDispatches(run, signal, { selectors: options.dispatches });
    const { session: original } = await prepared(options.run, signal);
    const { session: other } = await prepared(run, signal);
    const { session: again } = await prepared(options.run, signal);
    const held: Dispatches[] = [];
    const timerNs = clockOverheadNs();
    const resultOf = (rows: readonly PairedRow[]): CandidateResult => ({
      name: candidate.name,
      ...candidateVerdict(candidate.name, verification, rows),
      ...(verification === undefined ? {} : { verification }),
      rows: [...rows],
    });
    try {
      ({ devices, workers } = await original.run(signal));
      const chosen = dispatchesToTime(list, options.dispatches);
      const kernels: { readonly group: Group; readonly total: number }[] = [];
      for (const dispatch of chosen) {
        const count = list.functions.reduce((sum, one) => sum + (one.function === dispatch.function ? Number(one.count) : 0), 0);
        const group = await dispatchGroup(options.run, run, dispatch, count, held, timerNs, signal);
        kernels.push({ group, total: count * group.sampled.slowestNs });
      }
      const inScopes = dispatchesInScopes(list, chosen);
      const whole = await scopeGroup([original, other, again], options.scopes, inScopes, timerNs, signal);
      // What was changed is what the verdict is about, the kernel that takes most of the time first; unless scopes were asked for.
      const changed = kernels.sort((a, b) => b.total - a.total).map(({ group }) => group);
      const groups = options.scopes === undefined ? [...changed, whole] : [whole, ...changed];
      let shown = performance.now();
      const rounds = await interleave(
        groups.map((group) => group.sampled),
        { most, least: Math.min(LEAST_SAMPLES, most), seconds: options.seconds, seed, firstLook: FIRST_LOOK },
        async (so) => options.pairs === undefined && isEnough(await rowsOf(groups.slice(0, 1), so, timerNs)),
        async (so, pair) => {
          if (performance.now() - shown < REPORT_MS) return;
          const current = resultOf(await rowsOf(groups, so, timerNs));
          report({ phase: 'measuring', name: candidate.name, pair, of: foreseen, candidates: [...done, current] });
          shown = performance.now();
        },
        signal,
      );
      const result = resultOf(await rowsOf(groups, rounds, timerNs));
      noise ??= result.rows[0]?.noise;
      return result;
    } finally {
      original.close();
      other.close();
      again.close();
      for (const dispatches of held) dispatches.close();
    }
  };

  for (const candidate of options.candidates) {
    const say = (phase: SubstituteProgress['phase']): void => report({ phase, name: candidate.name, pair: 0, of: foreseen, candidates: done });
    say('building');
    const { substitutions, workgroupCounts } = candidate;
    const run = await withBuiltKernels({ ...options.run, substitutions, workgroupCounts }, signal);
    const tell = ({ hints }: VerifyProgress): void =>
      hints && report({ phase: 'verifying', name: candidate.name, pair: 0, of: foreseen, hints, candidates: done });
    done.push(
      await alone(async () => {
        say('verifying');
        const verification = await verify(v.parse(verifyJob.options, { run, ...options.verify }), tell, signal);
        if (!verification.agrees)
          return { name: candidate.name, ...candidateVerdict(candidate.name, verification, []), verification, rows: [] };
        say('preparing');
        return time(candidate, run, verification);
      }),
    );
    if (signal.aborted) break;
  }
  return { candidates: done, environment: environment(devices, workers), ...(noise === undefined ? {} : { noise }), seed };
}

const keys = createCaptureKeys();

/** The same, what executes candidates alone on this machine; the result says what the capture held. */
export const work: Work<'substitute'> = async (options, report, signal, waits) => {
  nativeOnly(options.run, 'outputs to compare');
  const { capture } = options.run;
  const alone = <T>(timing: () => Promise<T>): Promise<T> =>
    measureAlone(`substitution in ${path.basename(capture)}`, waits, signal, timing);
  return keys.keep(capture, signal, () => substitute(options, report, signal, alone));
};
