/** Original against candidates: verified first, then timed side by side. */
import type { RunOptions } from '../../protocol/run';
import { medianOf } from '../../protocol/statistics';
import type {
  Candidate,
  CandidateResult,
  PairedRow,
  SubstituteOptions,
  SubstituteProgress,
  SubstituteResult,
} from '../../protocol/substitution';
import type { VerifyProgress } from '../../protocol/verification';
import { chooseDispatches, listDispatches, type ListedDispatch } from '../dispatches';
import { withBuiltKernels } from '../kernel/substitutes';
import { clockOverheadNs, prepareDispatch, type Measurement } from '../measuring';
import type { ReplaySession } from '../replay';
import { chosenScopes } from './benchmark';
import { observeEnvironment } from './environment';
import { interleave, type Rounds, type Side } from './pairs';
import { prepared } from './refused';
import { scopeSeries } from './sampling';
import { candidateVerdict, pairedRow, type RowPlace } from './verdict';
import { verify } from './verify';

const PAIRS = 30;
/** Fewer cannot be significant. */
const LEAST_PAIRS = 10;
const SECONDS = 30;
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
  const samples = { ...measurement, times: [...measurement.times], scopeTimes: [...measurement.scopeTimes] };
  return scopes.length === 0 ? [measurement.times] : scopes.map((scope) => scopeSeries(samples, scope).sums);
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
  const wanted = chosenScopes(asked ?? ['*'], names).filter(
    (_name, index, all) => asked !== undefined || Math.max(...Array.from(scopeTimes(probe, all)[index] ?? [])) > floor,
  );
  const split = (measurement: Measurement): readonly ArrayLike<number>[] => scopeTimes(measurement, wanted);
  const places: readonly RowPlace[] =
    wanted.length === 0
      ? [{ kind: 'capture', label: 'the whole capture', count: 1 }]
      : wanted.map((label) => {
          const occurrences = scopes.filter(({ name }) => name === label);
          const [only] = occurrences;
          return {
            kind: 'scope' as const,
            label,
            count: occurrences.length,
            ...(occurrences.length === 1 && only !== undefined ? { record: only.record } : {}),
          };
        });
  return { resolved: true, places, sides: [original, candidate, again].map((measurable) => ({ measurable, split })) };
}

async function dispatchGroup(
  original: RunOptions,
  candidate: RunOptions,
  dispatch: ListedDispatch,
  count: number,
  signal: AbortSignal,
): Promise<Group> {
  const { record, via, function: name } = dispatch;
  const mine = await prepareDispatch(original, record, via, signal);
  const theirs = await prepareDispatch(candidate, record, via, signal);
  const again = await prepareDispatch(original, record, via, signal);
  const place = { record, ...(via === undefined ? {} : { via }) };
  const { times } = await mine.measure({ iterations: 5 }, signal);
  return {
    resolved: medianOf(times) > RESOLUTION * clockOverheadNs(),
    places: [{ kind: 'dispatch', label: name || `function of #${String(record)}`, count, ...place }],
    sides: [mine, theirs, again].map((measurable) => ({ measurable, split: ({ times }) => [times] })),
  };
}

/** Those that are asked for, or one of each substituted function. */
function dispatchesToTime(dispatches: readonly ListedDispatch[], asked: readonly string[] | undefined): readonly ListedDispatch[] {
  if (asked !== undefined) return chooseDispatches(dispatches, asked);
  const functions = new Set<string>();
  return dispatches
    .filter(({ substituted, function: name }) => substituted && !functions.has(name) && functions.add(name).size > 0)
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

/** Verifies and times every candidate as the options say; ended early, it gives what there is. */
export async function substitute(
  options: SubstituteOptions,
  report: (progress: SubstituteProgress) => void,
  signal: AbortSignal,
): Promise<SubstituteResult> {
  const environment = observeEnvironment('native');
  const seed = options.seed ?? Date.now() >>> 0;
  const most = options.pairs ?? PAIRS;
  const done: CandidateResult[] = [];
  let noise: number | undefined;
  let devices: readonly string[] = options.run.devices;
  let workers = 1;

  const time = async (candidate: Candidate, run: RunOptions, verification: CandidateResult['verification']): Promise<CandidateResult> => {
    const dispatches = await listDispatches(run, signal);
    const { session: original } = await prepared(options.run, signal);
    const { session: other } = await prepared(run, signal);
    const { session: again } = await prepared(options.run, signal);
    try {
      ({ devices, workers } = await original.run(signal));
      const chosen = dispatchesToTime(dispatches, options.dispatches);
      const groups: Group[] = [];
      for (const dispatch of chosen) {
        const count = dispatches.filter((each) => each.function === dispatch.function).length;
        groups.push(await dispatchGroup(options.run, run, dispatch, count, signal));
      }
      const whole = await scopeGroup(original, other, again, options.scopes, signal);
      // One kernel is what the verdict is about; of several, what they make together.
      const ordered =
        groups.length === 1 && groups[0]?.resolved === true && options.scopes === undefined ? [...groups, whole] : [whole, ...groups];
      const finished: { group: Group; rounds: Rounds }[] = [];
      let shown = performance.now();
      for (const group of ordered) {
        const limits = { most, least: Math.min(LEAST_PAIRS, most), seconds: (options.seconds ?? SECONDS) / ordered.length, seed };
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
    }
  };

  for (const candidate of options.candidates) {
    const say = (phase: SubstituteProgress['phase']): void => report({ phase, name: candidate.name, pair: 0, of: most, candidates: done });
    say('building');
    const { substitutions, workgroupCounts = [] } = candidate;
    const run = await withBuiltKernels({ ...options.run, substitutions, workgroupCounts }, signal);
    say('verifying');
    const tell = ({ hints }: VerifyProgress): void =>
      hints && report({ phase: 'verifying', name: candidate.name, pair: 0, of: most, hints, candidates: done });
    const verification = await verify({ run, ...options.verify }, tell, signal);
    if (!verification.agrees) {
      done.push({ name: candidate.name, ...candidateVerdict(candidate.name, verification, []), verification, rows: [] });
      continue;
    }
    say('preparing');
    done.push(await time(candidate, run, verification));
    if (signal.aborted) break;
  }
  return { candidates: done, environment: environment(devices, workers), ...(noise === undefined ? {} : { noise }), seed };
}
