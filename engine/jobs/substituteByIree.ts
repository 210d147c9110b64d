/**
 * Original against candidates on devices of the user's IREE, through its tools: verified by what replays leave, then timed in pairs of single
 * dispatches, which are compared, too.
 */
import { tmpdir } from 'node:os';
import * as v from 'valibot';
import { PERTURBATIONS, PLACEMENTS } from '../../protocol/jobs/otherConditions';
import type { SubstituteTold } from '../../protocol/jobs/substitute';
import { verify as verifyJob, type VerifyTold } from '../../protocol/jobs/verify';
import type { RunOptions } from '../../protocol/replay/run';
import type { Candidate, CandidateResult, PairedRow, SubstituteProgress, SubstituteResult } from '../../protocol/replay/substitution';
import type { VerificationResult } from '../../protocol/replay/verification';
import { hostReads } from '../addon/composing';
import { listDispatches, type ListedDispatch } from '../addon/dispatches';
import type { OutputBytes } from '../comparing/outputs';
import { comparingRanges } from '../comparing/rangeComparison';
import { candidateVerdict } from '../comparing/verdict';
import { verificationSentence } from '../comparing/verificationSentence';
import { IreeFailure, refuseOurOwn } from '../iree/replay';
import { findIreeTools } from '../iree/tools';
import { observeEnvironment } from '../measuring/environment';
import { inOwnFolder } from '../programs/ownFolder';
import { dispatchesToTime } from './dispatchesToTime';
import { collectByIree } from './outputsByIree';
import { timePairs, type PairedFindings } from './pairedDispatch';
import { capturedExecutables, flagsOf, placedCandidate, type PlacedCandidate } from './placedCandidates';
import { summingUp } from './summingUp';
import { verifiedCandidate } from './verifiedCandidate';
import { typeOfAll } from './verifiedSides';

function refuse({ run, candidates, scopes, allow, sample, verify }: SubstituteTold): void {
  refuseOurOwn(run, [
    [scopes !== undefined, '--replay_scope'],
    [allow.length > 0, '--allow'],
    [sample, '--sample'],
    [verify.expect !== undefined, '--expect'],
    [![undefined, 0, PERTURBATIONS].includes(verify.perturbations), '--perturbations'],
    [![undefined, 0, PLACEMENTS].includes(verify.placements), '--placements'],
    [candidates.some(({ workgroupCounts }) => workgroupCounts.length > 0), '--replay_workgroup_count'],
  ]);
}

/** The result of a candidate with which a replay does not come to its end, as that of the original does. Throws what is not its fault. */
function endedBadly(name: string, error: unknown): CandidateResult {
  if (!(error instanceof IreeFailure)) throw error;
  const sentence = `With ${name}, the replay does not come to its end: ${error.message}`;
  if (error.ending === undefined) throw new Error(sentence, { cause: error });
  return { name, verdict: error.ending, sentence: `${sentence}. No speed is reported.`, rows: [] };
}

/** What a verification comes to, with what was found while dispatches were timed. */
function withPairs(verification: VerificationResult, all: readonly PairedFindings[]): VerificationResult {
  const compared = all.reduce((sum, one) => sum + one.compared, 0);
  const wrong = all.flatMap((one) => one.wrong ?? []);
  const doubt = all.find((one) => one.doubt !== undefined)?.doubt;
  const lost = all.reduce((sum, one) => sum + one.lost, 0);
  const again =
    lost === 0 ? '' : ` IREE's tool lost the times of ${String(lost)} replay${lost === 1 ? ', which was' : 's, which were'} repeated.`;
  const result = {
    ...verification,
    ...(again === '' ? {} : { leftOut: `${verification.leftOut ?? ''}${again}`.trim() }),
    agrees: wrong.length === 0 && doubt === undefined,
    ranges: [...verification.ranges, ...wrong],
    timed: { compared, differs: wrong.length > 0 },
    ...(doubt === undefined ? {} : { unknown: doubt }),
  };
  return { ...result, sentence: verificationSentence(result) };
}

const totalOf = ({ count, originalStatistics }: PairedRow): number => count * originalStatistics.median;

function resultOf(name: string, verification: VerificationResult, all: readonly PairedFindings[]): CandidateResult {
  const verified = withPairs(verification, all);
  const rows = verified.agrees ? all.flatMap(({ row }) => row ?? []).sort((a, b) => totalOf(b) - totalOf(a)) : [];
  const said = candidateVerdict(name, verified, rows);
  const untimed = all.flatMap((one) => one.untimed ?? []);
  const why =
    verified.agrees && rows.length === 0 && untimed.length > 0 ? `Results agree. ${name} was not timed: ${untimed.join('; ')}.` : undefined;
  return { name, ...said, ...(why === undefined ? {} : { sentence: why }), verification: verified, rows };
}

/** The dispatches that are timed, of what the candidate replaces, each with how often its function is executed. */
async function dispatchesOf(
  run: RunOptions,
  placed: PlacedCandidate,
  asked: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly (readonly [ListedDispatch, number])[]> {
  const list = await listDispatches(run, signal, { selectors: asked });
  const functions = list.functions.map((one) => ({ ...one, substituted: placed.has(one.executable) }));
  const chosen = dispatchesToTime({ ...list, functions }, asked);
  const other = chosen.find(({ executable }) => !placed.has(executable));
  if (other !== undefined) throw new Error(`#${String(other.record)} calls executable ${other.executable}, in whose place nothing is`);
  return chosen.map((dispatch) => {
    const same = functions.filter(({ function: name }) => name === dispatch.function);
    return [dispatch, same.reduce((sum, { count }) => sum + Number(count), 0)];
  });
}

/**
 * Verifies and times every candidate as the options say, what executes them through `alone`; ended early, it gives what there is. Rejects
 * with a sentence for options that only the native engine has, and where the original cannot be replayed.
 */
export async function substituteByIree(
  options: SubstituteTold,
  tell: (progress: SubstituteProgress) => void,
  signal: AbortSignal,
  alone: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): Promise<SubstituteResult> {
  refuse(options);
  const { run, pairs, seconds } = options;
  const { report, sumUp } = summingUp(tell, signal);
  const tools = findIreeTools(run.iree);
  const environment = observeEnvironment('iree');
  const seed = options.seed ?? Date.now() >>> 0;
  let drawn = 0;
  const chance = (): number => (seed + 0x9e3779b9 * ++drawn) >>> 0;
  const of = pairs ?? 0;
  const done: CandidateResult[] = [];
  const { functions } = await hostReads(run.capture, signal);
  const executables = await capturedExecutables(run.capture, signal);
  let theirs: readonly OutputBytes[] | undefined;

  const judge = async (candidate: Candidate, placed: PlacedCandidate): Promise<CandidateResult> => {
    const { name } = candidate;
    const say = (phase: SubstituteProgress['phase'], result?: CandidateResult): void =>
      report({
        phase,
        name,
        pair: result?.rows[0]?.original.length ?? 0,
        of,
        candidates: [...done, ...(result === undefined ? [] : [result])],
      });
    const told: VerifyTold = v.parse(verifyJob.options, { run, seed, ...options.verify });
    const named = told.type === 'auto' ? undefined : told.type;
    const otherwise = typeOfAll(functions.map((one) => ({ function: one })));
    const substituted: RunOptions = { ...run, substitutions: [...flagsOf(placed)] };
    const dispatches = await dispatchesOf(run, placed, options.dispatches, signal);
    say('verifying');
    theirs ??= await collectByIree(run, told.runs, () => undefined, signal);
    let ours: readonly OutputBytes[];
    try {
      ours = await collectByIree(substituted, told.runs, () => undefined, signal);
    } catch (error) {
      return endedBadly(name, error);
    }
    const replayed = { original: run, candidate: substituted, theirs, ours, functions, named, otherwise };
    const verification = await verifiedCandidate(replayed, told, signal);
    if (!verification.agrees) return { name, ...candidateVerdict(name, verification, []), verification, rows: [] };
    say('preparing');
    const all: PairedFindings[] = [];
    for (const [dispatch, count] of dispatches) {
      const file = placed.get(dispatch.executable);
      if (file === undefined || signal.aborted) break;
      const how = { compare: comparingRanges(told.tolerance, [dispatch.function]), named, otherwise };
      const limits = { pairs, seconds: seconds / dispatches.length, chance };
      const tellRow = (row: PairedRow): void => say('measuring', resultOf(name, verification, [...all, { compared: 0, lost: 0, row }]));
      const found = await timePairs({ tools, run, dispatch, count, candidate: file, how }, limits, tellRow, signal).catch(
        (error: unknown) => {
          if (!signal.aborted) throw error;
        },
      );
      if (found === undefined) break;
      if (found.failed !== undefined) return endedBadly(name, found.failed);
      all.push(found);
      if (found.wrong !== undefined || found.doubt !== undefined) break;
    }
    return sumUp(() => Promise.resolve(resultOf(name, verification, all)));
  };

  for (const candidate of options.candidates) {
    report({ phase: 'building', name: candidate.name, pair: 0, of, candidates: done });
    done.push(
      await inOwnFolder(tmpdir(), async (folder) => {
        const placed = await placedCandidate(run, candidate, executables, folder, signal);
        return alone(() => judge(candidate, placed));
      }),
    );
    if (signal.aborted) break;
  }
  const noise = done.find(({ rows }) => rows.length > 0)?.rows[0]?.noise;
  const devices = run.devices.length === 0 ? ['local-sync'] : run.devices;
  return { candidates: done, environment: environment(devices, run.workers ?? 1), ...(noise === undefined ? {} : { noise }), seed };
}
