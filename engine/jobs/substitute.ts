/** Original against candidates: verified first, then timed side by side. */
import * as path from 'node:path';
import * as v from 'valibot';
import type { SubstituteTold } from '../../protocol/jobs/substitute';
import { verify as verifyJob, type VerifyTold } from '../../protocol/jobs/verify';
import type { RunOptions } from '../../protocol/replay/run';
import { medianOf } from '../../protocol/measurement/statistics';
import type { Candidate, CandidateResult, PairedRow, SubstituteProgress, SubstituteResult } from '../../protocol/replay/substitution';
import type { Conditions, VerificationResult, VerifyProgress } from '../../protocol/replay/verification';
import { wrongVerdict } from '../../protocol/words/wrongVerdict';
import { listDispatches, type DispatchList, type ListedDispatch } from '../addon/dispatches';
import { withBuiltKernels } from '../kernels/substitutes';
import { clockOverheadNs } from '../addon/measuring';
import type { Measurable, Measurement } from '../addon/measurement';
import { chosenScopes } from './benchmark';
import { observeEnvironment } from '../measuring/environment';
import { measurePairs, samplingOf, type Paired, type Preparation, type Sampling, type Side } from '../measuring/pairs';
import { READINGS } from '../measuring/resolution';
import { createCaptureKeys } from '../history/captureKey';
import { dispatchesToTime } from './dispatchesToTime';
import { measureAlone } from '../measuring/measuringTurn';
import { prepared, preparedDispatches } from './refused';
import { sampleSides } from './sampledSides';
import { summingUp } from './summingUp';
import type { Work } from './work';
import { scopeSeries } from '../measuring/scopes';
import { elementTypeOf, type Type } from '../comparing/comparing';
import { isEnough } from '../comparing/enoughPairs';
import { comparingRanges } from '../comparing/rangeComparison';
import { toleranceIn } from '../comparing/otherInputs';
import { isOnOthers, LEAST_OF_A_KIND } from '../comparing/speedOnInputs';
import { typeBefore } from '../comparing/unwrittenEnds';
import { CANDIDATE, createTimedChecks, withTimed, type RangeOf } from '../comparing/timedChecks';
import { verificationSentence } from '../comparing/verificationSentence';
import { dispatchWatcher } from '../comparing/watchedDispatch';
import { candidateVerdict, pairedRow, type RowPlace } from '../comparing/verdict';
import { LEAST_PREPARATIONS } from '../comparing/preparations';
import { typeOfAll } from './verifiedSides';
import { verify } from './verify';

const MOST_PAIRS = 10_000;
/** Replays of each side that tell what a doubt met while timing does not: results that are right two times in three agree in one of a hundred. */
const RUNS_IN_DOUBT = 12;
const REPORT_MS = 1000;

/** What is timed together: rows that come from one measurement, of three sides. */
interface Group {
  readonly places: readonly RowPlace[];
  readonly sampling: Sampling;
  /** Of what was prepared. */
  readonly split: Side['split'];
}

/** Original, candidate, the original once more: begun with another of them each time, for what is prepared first lies elsewhere. */
async function threeSides<T>(turn: number, make: (isCandidate: boolean) => Promise<T>): Promise<readonly T[]> {
  const made = new Map<number, T>();
  for (const place of [0, 1, 2]) {
    const side = (place + turn) % 3;
    made.set(side, await make(side === CANDIDATE));
  }
  return [...made].sort(([a], [b]) => a - b).map(([, one]) => one);
}

function scopeTimes(measurement: Measurement, scopes: readonly string[]): readonly ArrayLike<number>[] {
  return scopes.length === 0 ? [measurement.times] : scopeSeries(measurement, scopes).map(({ sums }) => sums);
}

const sidesOf = (measurables: readonly Measurable[], split: Side['split']): readonly Side[] =>
  measurables.map((measurable) => ({ measurable, split }));

/** Scopes that are asked for; otherwise those that take long enough and run one of the dispatches, or the whole capture for none. */
async function scopeGroup(
  sessions: readonly Measurable[],
  asked: readonly string[] | undefined,
  dispatches: readonly ListedDispatch[] | undefined,
  timerNs: number,
  signal: AbortSignal,
): Promise<Group> {
  const [original] = sessions;
  if (original === undefined) throw new Error('nothing was prepared');
  const probe = await original.measure({ iterations: 5 }, signal);
  const names = [...new Set(probe.scopes.map(({ name }) => name))];
  const runs = (name: string): boolean =>
    dispatches === undefined ||
    probe.scopes.some(
      (scope) => scope.name === name && dispatches.some(({ record, via = record }) => scope.record <= via && via <= scope.end),
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
  const sampling = await samplingOf(sidesOf(sessions, split), wanted.length === 0, timerNs, signal);
  const shortest = Math.min(...wanted.map(({ sums }) => medianOf(sums)));
  return { places, split, sampling: wanted.length === 0 ? sampling : { ...sampling, measurable: shortest >= READINGS * timerNs } };
}

const NO_OUTPUT = { record: 0, buffer: '0', offset: '0', length: '0' };

const dispatchTimes: Side['split'] = ({ times }) => [times];

/** What runs in a scope: those that are timed, and others of what was substituted; undefined where not all are known. */
function dispatchesInScopes(list: DispatchList, chosen: readonly ListedDispatch[]): readonly ListedDispatch[] | undefined {
  if (chosen.length === 0 || list.cut || list.leftOut !== '0') return undefined;
  return [...chosen, ...list.dispatches.filter(({ substituted }) => substituted)];
}

function rowsOf(
  groups: readonly Group[],
  { rounds, preparations }: Paired,
  { timerNs, onOthers }: { readonly timerNs: number; readonly onOthers: boolean },
): Promise<readonly PairedRow[]> {
  const rows = groups.flatMap(({ places, sampling: { batch, measurable } }, group) =>
    places.flatMap((place, thing) => {
      const [original, candidate, again] = (rounds[group] ?? []).map((side) => Float64Array.from(side[thing] ?? []));
      if (original === undefined || candidate === undefined || again === undefined || original.length === 0) return [];
      return [pairedRow(place, [original, candidate, again], preparations, { ns: timerNs / batch, batch, measurable, onOthers })];
    }),
  );
  return Promise.all(rows);
}

/** Verifies and times every candidate as the options say, what executes them through `alone`; ended early, it gives what there is. */
export async function substitute(
  options: SubstituteTold,
  tell: (progress: SubstituteProgress) => void,
  signal: AbortSignal,
  alone: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): Promise<SubstituteResult> {
  const { report, sumUp } = summingUp(tell, signal);
  const environment = observeEnvironment('native');
  const seed = options.seed ?? Date.now() >>> 0;
  const most = options.pairs ?? MOST_PAIRS;
  /** Pairs go on until they tell: how many that takes is not known before. */
  const foreseen = options.pairs ?? 0;
  const done: CandidateResult[] = [];
  let drawn = 0;
  /** Seeds of what is chosen by chance. */
  const chance = (): number => (seed + 0x9e3779b9 * ++drawn) >>> 0;
  let noise: number | undefined;
  // Of candidates that are not timed, nothing else says it.
  let devices: readonly string[] = options.run.devices.length === 0 ? ['local-sync'] : options.run.devices;
  let workers = 1;

  const time = async (
    candidate: Candidate,
    told: VerifyTold,
    verification: VerificationResult,
    hear: (progress: VerifyProgress) => void,
  ): Promise<CandidateResult> => {
    const { run, tolerance } = told;
    const list = await listDispatches(run, signal, { selectors: options.dispatches });
    const chosen = dispatchesToTime(list, options.dispatches);
    const timerNs = clockOverheadNs();
    const named = told.type === 'auto' ? undefined : told.type;
    const type = named ?? typeOfAll(list.functions);
    const compare = comparingRanges(
      tolerance,
      chosen.map(({ function: name }) => name),
    );
    const ended = new AbortController();
    const until = AbortSignal.any([signal, ended.signal]);
    const checks = createTimedChecks(() => {
      ended.abort();
    });
    const watchDispatch = dispatchWatcher({ original: options.run, checks, compare, tolerance, named, otherwise: type, seed: chance });
    const resultOf = (rows: readonly PairedRow[], verified = verification): CandidateResult => {
      const said = candidateVerdict(candidate.name, verified, rows, options.allow);
      const hasSpeed = verified.agrees && said.verdict !== 'unknown';
      return { name: candidate.name, ...said, verification: verified, rows: hasSpeed ? [...rows] : [] };
    };
    /** How each is sampled, as the first preparation showed: of the whole, and of the dispatches. */
    let whole: Group | undefined;
    const kernels = new Map<ListedDispatch, Group>();
    /** What was changed is what the verdict is about, the kernel that takes most of the time first; unless scopes were asked for. */
    const inOrder = (): readonly (readonly [Group, ListedDispatch | undefined])[] => {
      const total = ({ places, sampling: { slowestNs } }: Group): number => (places[0]?.count ?? 1) * slowestNs;
      const changed = [...kernels].map(([dispatch, group]) => [group, dispatch] as const).sort(([a], [b]) => total(b) - total(a));
      const rest = whole === undefined ? [] : [[whole, undefined] as const];
      return options.scopes === undefined ? [...changed, ...rest] : [...rest, ...changed];
    };
    // Every second preparation is on other inputs, where they tell anything: on them a candidate has to be as fast.
    const { otherInputs } = verification;
    const others = otherInputs !== undefined && otherInputs.agree > 0 && otherInputs.silent.length === 0 ? otherInputs.seed : undefined;
    const how = { timerNs, onOthers: others !== undefined };
    const prepare = async (turn: number): Promise<Preparation> => {
      const on: Conditions = others !== undefined && isOnOthers(turn) ? { perturbation: others } : {};
      const held: { close(): void }[] = [];
      const hold = <T extends { close(): void }>(one: T): T => {
        held.push(one);
        return one;
      };
      const close = (): void => {
        checks.release();
        held.forEach((one) => one.close());
      };
      const runOf = (isCandidate: boolean): RunOptions => ({ ...(isCandidate ? run : options.run), ...on });
      try {
        const sessions = await threeSides(turn, async (other) => hold((await prepared(runOf(other), signal)).session));
        const right = await sessions[0]?.collect(signal);
        if (right === undefined) throw new Error('nothing was prepared');
        ({ devices, workers } = right.result);
        const endOf = (ordinal: number): number => verification.unwrittenEnds?.[ordinal] ?? 0;
        const typeOf = (ordinal: number, { length }: Uint8Array): Type => typeBefore(endOf(ordinal), length, type);
        const expected = right.outputs.map((bytes, ordinal) => ({
          ...{ bytes, type: elementTypeOf(typeOf(ordinal, bytes)), unwrittenEnd: endOf(ordinal) },
        }));
        for (const session of sessions) session.expect(expected, toleranceIn(on, tolerance), chance());
        const outputOf: RangeOf = async ({ ordinal, expected, actual }) => {
          const { record, buffer, offset, length } = right.result.outputs[ordinal] ?? NO_OUTPUT;
          return { ...(await compare({ record, buffer, offset, length }, expected, actual, typeOf(ordinal, expected))), ...on };
        };
        const watchedSessions = sessions.map((session, side) => checks.watch(side, session, outputOf));
        const alone = new Map<ListedDispatch | undefined, readonly Measurable[]>([[undefined, watchedSessions]]);
        for (const dispatch of chosen) {
          const { record, via } = dispatch;
          const sides = await threeSides(turn, async (other) => hold(await preparedDispatches(runOf(other), signal)));
          for (const side of sides) await side.goTo(record, via, signal);
          const watched = await watchDispatch(dispatch, sides, on, signal);
          alone.set(dispatch, watched);
          if (kernels.has(dispatch)) continue;
          const count = list.functions.reduce((sum, one) => sum + (one.function === dispatch.function ? Number(one.count) : 0), 0);
          const place = { record, ...(via === undefined ? {} : { via }) };
          kernels.set(dispatch, {
            places: [{ kind: 'dispatch', label: dispatch.function || `function of #${String(record)}`, count, ...place }],
            sampling: await samplingOf(sidesOf(watched, dispatchTimes), true, timerNs, signal),
            split: dispatchTimes,
          });
        }
        whole ??= await scopeGroup(watchedSessions, options.scopes, dispatchesInScopes(list, chosen), timerNs, signal);
        const groups = inOrder().map(([{ sampling, split }, dispatch]) => ({ sampling, sides: sidesOf(alone.get(dispatch) ?? [], split) }));
        return { groups, finish: () => checks.finish(signal), close };
      } catch (error) {
        close();
        throw error;
      }
    };
    const groupsOf = (): readonly Group[] => inOrder().map(([group]) => group);
    let shown = performance.now();
    const pairs = await measurePairs(
      prepare,
      { most, seconds: options.seconds, seed, preparations: how.onOthers ? 2 * LEAST_OF_A_KIND : LEAST_PREPARATIONS },
      async (so) =>
        options.pairs === undefined &&
        // Of one that keeps state no speed is reported.
        (verification.keepsState !== undefined || isEnough((await sumUp(() => rowsOf(groupsOf().slice(0, 1), so, how)))[0])),
      async (so, pair) => {
        if (until.aborted && !signal.aborted) return;
        if (performance.now() - shown < REPORT_MS) return;
        const current = resultOf(await sumUp(() => rowsOf(groupsOf(), so, how)));
        report({ phase: 'measuring', name: candidate.name, pair, of: foreseen, candidates: [...done, current] });
        shown = performance.now();
      },
      until,
    );
    const findings = checks.findings();
    if (findings.doubt !== undefined && !signal.aborted) {
      const again = await verify({ ...told, runs: Math.max(told.runs, RUNS_IN_DOUBT), placements: 0, perturbations: 0 }, hear, signal);
      if (!again.agrees) return resultOf([], again);
    }
    const timed = await withTimed(verification, findings, others);
    const result = resultOf(await sumUp(() => rowsOf(groupsOf(), pairs, how)), { ...timed, sentence: verificationSentence(timed) });
    noise ??= result.rows[0]?.noise;
    if (!options.sample || signal.aborted || (result.verdict !== 'faster' && result.verdict !== 'slower')) return result;
    report({ phase: 'sampling', name: candidate.name, pair: 0, of: 0, candidates: [...done, result] });
    const sampled = await sampleSides({ original: options.run, candidate: run, seconds: options.sampleSeconds }, result, signal);
    return { ...result, sampled };
  };

  for (const candidate of options.candidates) {
    const say = (phase: SubstituteProgress['phase']): void =>
      report({ phase, name: candidate.name, pair: 0, of: foreseen, candidates: done });
    say('building');
    const { substitutions, workgroupCounts } = candidate;
    const run = await withBuiltKernels({ ...options.run, substitutions, workgroupCounts }, signal);
    const hear = ({ hints, conditions }: VerifyProgress): void => {
      if (hints === undefined && conditions === undefined) return;
      const heard = { ...(hints === undefined ? {} : { hints }), ...(conditions === undefined ? {} : { conditions }) };
      report({ phase: 'verifying', name: candidate.name, pair: 0, of: foreseen, ...heard, candidates: done });
    };
    done.push(
      await alone(async () => {
        say('verifying');
        const original = { substitutions: options.run.substitutions, workgroupCounts: options.run.workgroupCounts };
        const told = v.parse(verifyJob.options, { run, original, seed, ...options.verify });
        const verification = await verify(told, hear, signal);
        // One that keeps state may come to differ.
        if (!verification.agrees && wrongVerdict(verification) !== 'keeps-state')
          return { name: candidate.name, ...candidateVerdict(candidate.name, verification, []), verification, rows: [] };
        say('preparing');
        return time(candidate, told, verification, hear);
      }),
    );
    if (signal.aborted) break;
  }
  return { candidates: done, environment: environment(devices, workers), ...(noise === undefined ? {} : { noise }), seed };
}

const keys = createCaptureKeys();

/** The same, what executes candidates alone on this machine; the result says what the capture held. */
export const work: Work<'substitute'> = async (options, report, signal, waits) => {
  const { capture, iree } = options.run;
  const alone = <T>(timing: () => Promise<T>): Promise<T> =>
    measureAlone(`substitution in ${path.basename(capture)}`, waits, signal, timing);
  const done = iree === undefined ? substitute : (await import('./substituteByIree')).substituteByIree;
  return keys.keep(capture, signal, () => done(options, report, signal, alone));
};
