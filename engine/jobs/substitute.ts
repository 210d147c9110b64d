/** Original against candidates: verified first, then timed side by side. */
import * as path from 'node:path';
import * as v from 'valibot';
import type { SubstituteTold } from '../../protocol/jobs/substitute';
import { verify as verifyJob } from '../../protocol/jobs/verify';
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
import { interleave, type Rounds, type Side } from '../measuring/pairs';
import { createCaptureKeys } from '../history/captureKey';
import { measureAlone } from '../measuring/measuringTurn';
import { prepared, preparedDispatches } from './refused';
import { nativeOnly, type Work } from './work';
import { scopeSeries } from '../measuring/scopes';
import { candidateVerdict, pairedRow, type RowPlace } from '../comparing/verdict';
import { verify } from './verify';

/** Fewer cannot be significant. */
const LEAST_PAIRS = 10;
const MOST_DISPATCHES = 8;
const REPORT_MS = 1000;
/** A scope below so many readings of the clock is not worth a row. */
const RESOLUTION = 20;

/** What is timed together: rows that come from one measurement, and the three sides that give them. */
interface Group {
  readonly places: readonly RowPlace[];
  /** Original, candidate, the original prepared once more. */
  readonly sides: readonly Side[];
  /** It takes long enough to be told from reading the clock. */
  readonly resolved: boolean;
}

function scopeTimes(measurement: Measurement, scopes: readonly string[]): readonly ArrayLike<number>[] {
  return scopes.length === 0 ? [measurement.times] : scopeSeries(measurement, scopes).map(({ sums }) => sums);
}

/** The scopes that take long enough to be told from the clock, and the whole capture where there are none. */
async function scopeGroup(
  original: ReplaySession,
  candidate: ReplaySession,
  again: ReplaySession,
  asked: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Group> {
  const probe = await original.measure({ iterations: 5 }, signal);
  const { scopes } = probe;
  const names = [...new Set(scopes.map(({ name }) => name))];
  const floor = RESOLUTION * clockOverheadNs();
  const long = scopeSeries(probe, chosenScopes(asked ?? ['*'], names)).filter(
    ({ sums }) => asked !== undefined || sums.some((time) => time > floor),
  );
  const wanted = long.map(({ name }) => name);
  const split = (measurement: Measurement): readonly ArrayLike<number>[] => scopeTimes(measurement, wanted);
  const places: readonly RowPlace[] =
    wanted.length === 0
      ? [{ kind: 'capture', label: 'the whole capture', count: 1 }]
      : long.map(({ name: label, occurrences }) => {
          const [only] = occurrences;
          const record = occurrences.length === 1 && only !== undefined ? { record: only.record } : {};
          return { kind: 'scope' as const, label, count: occurrences.length, ...record };
        });
  return { resolved: true, places, sides: [original, candidate, again].map((measurable) => ({ measurable, split })) };
}

async function dispatchGroup(
  original: RunOptions,
  candidate: RunOptions,
  dispatch: ListedDispatch,
  count: number,
  held: Dispatches[],
  signal: AbortSignal,
): Promise<Group> {
  const { record, via, function: name } = dispatch;
  const at = async (run: RunOptions): Promise<Dispatches> => {
    const dispatches = await preparedDispatches(run, signal);
    held.push(dispatches);
    await dispatches.goTo(record, via, signal);
    return dispatches;
  };
  const mine = await at(original);
  const theirs = await at(candidate);
  const again = await at(original);
  const place = { record, ...(via === undefined ? {} : { via }) };
  const { times } = await mine.measure({ iterations: 5 }, signal);
  return {
    resolved: medianOf(times) > RESOLUTION * clockOverheadNs(),
    places: [{ kind: 'dispatch', label: name || `function of #${String(record)}`, count, ...place }],
    sides: [mine, theirs, again].map((measurable) => ({ measurable, split: ({ times }) => [times] })),
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

async function rowsOf(
  groups: readonly { readonly group: Group; readonly rounds: Rounds }[],
): Promise<{ readonly rows: readonly PairedRow[]; readonly noise: number }> {
  const rows: PairedRow[] = [];
  let noise = 0;
  for (const { group, rounds } of groups) {
    for (const [index, place] of group.places.entries()) {
      const [original, candidate, again] = rounds.map((side) => side[index] ?? []);
      if (original === undefined || candidate === undefined || again === undefined || original.length === 0) continue;
      const paired = await pairedRow(place, original, candidate, again);
      if (rows.length === 0) noise = paired.noise;
      rows.push(paired.row);
    }
  }
  return { rows, noise };
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
  const most = options.pairs;
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
    try {
      ({ devices, workers } = await original.run(signal));
      const chosen = dispatchesToTime(list, options.dispatches);
      const groups: Group[] = [];
      for (const dispatch of chosen) {
        const count = list.functions.reduce((sum, one) => sum + (one.function === dispatch.function ? Number(one.count) : 0), 0);
        groups.push(await dispatchGroup(options.run, run, dispatch, count, held, signal));
      }
      const whole = await scopeGroup(original, other, again, options.scopes, signal);
      // One kernel is what the verdict is about; of several, what they make together.
      const ordered =
        groups.length === 1 && groups[0]?.resolved === true && options.scopes === undefined ? [...groups, whole] : [whole, ...groups];
      const finished: { group: Group; rounds: Rounds }[] = [];
      let shown = performance.now();
      for (const group of ordered) {
        const limits = { most, least: Math.min(LEAST_PAIRS, most), seconds: options.seconds / ordered.length, seed };
        const rounds = await interleave(
          group.sides,
          limits,
          async (so, pair) => {
            if (performance.now() - shown < REPORT_MS) return;
            const { rows } = await rowsOf([...finished, { group, rounds: so }]);
            const current = {
              name: candidate.name,
              ...candidateVerdict(candidate.name, verification, rows),
              ...(verification === undefined ? {} : { verification }),
              rows,
            };
            report({ phase: 'measuring', name: candidate.name, pair, of: most, candidates: [...done, current] });
            shown = performance.now();
          },
          signal,
        );
        finished.push({ group, rounds });
      }
      const measured = await rowsOf(finished);
      noise ??= measured.noise;
      const verdict = candidateVerdict(candidate.name, verification, measured.rows);
      return { name: candidate.name, ...verdict, ...(verification === undefined ? {} : { verification }), rows: measured.rows };
    } finally {
      original.close();
      other.close();
      again.close();
      for (const dispatches of held) dispatches.close();
    }
  };

  for (const candidate of options.candidates) {
    const say = (phase: SubstituteProgress['phase']): void => report({ phase, name: candidate.name, pair: 0, of: most, candidates: done });
    say('building');
    const { substitutions, workgroupCounts } = candidate;
    const run = await withBuiltKernels({ ...options.run, substitutions, workgroupCounts }, signal);
    const tell = ({ hints }: VerifyProgress): void =>
      hints && report({ phase: 'verifying', name: candidate.name, pair: 0, of: most, hints, candidates: done });
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
