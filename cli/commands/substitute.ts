import { substitute as job } from '../../protocol/jobs/substitute';
import { jsonText } from '../../protocol/base/jsonText';
import type { CandidateResult, SubstituteResult, Verdict } from '../../protocol/replay/substitution';
import { differenceText } from '../../protocol/words/differenceWords';
import { command } from '../options/command';
import { failure, inEngine } from '../running/engine';
import { checkReport } from '../../engine/report/reportFile';
import { keepRun } from '../running/history';
import { printLine } from '../printing/print';
import { reported } from '../running/reported';
import { duration } from '../printing/units';
import { comparedLines } from './verify';

/** Verdicts that no candidate may have for exit status 0. */
const WRONG: readonly Verdict[] = ['results-differ', 'unknown', 'crashed', 'timed-out', 'depends-on-unwritten-memory', 'keeps-state'];

const short = (ns: number): string => duration(ns < 100 ? ns.toFixed(2) : ns.toFixed(0));

function candidateText({ sentence, verification, hints = [], rows, sampled }: CandidateResult): string {
  const width = Math.max(0, ...rows.map(({ label }) => label.length));
  return [
    sentence,
    ...rows.map((row) => {
      const { label, originalStatistics: original, candidateStatistics: candidate } = row;
      return `  ${label.padEnd(width)}  ${short(original.median)} -> ${short(candidate.median)}  ${differenceText(row)}`;
    }),
    ...(sampled === undefined ? [] : [`  ${sampled.sentence}`]),
    ...hints.map(({ message }) => message),
    ...(verification?.agrees === false ? comparedLines(verification) : []),
  ].join('\n');
}

function resultText({ candidates: all, noise, environment, seed }: SubstituteResult): string {
  return [
    ...all.map(candidateText),
    ...(noise === undefined ? [] : [`noise: the original may be ${(100 * noise).toFixed(2)} % from itself; seed ${String(seed)}`]),
    ...environment.notes,
  ].join('\n');
}

/** ireereplay substitute: whether a kernel is right, and whether it is faster. */
export const substitute = command(job, ({ options, output }) =>
  reported(async (signal) => {
    await checkReport(output);
    const state = await inEngine('substitute', options, () => undefined, signal);
    const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
    if (result === undefined) throw failure(options, state);
    printLine(output.format === 'json' ? jsonText(result, 2) : resultText(result));
    await keepRun(output, { job: 'substitute', subject: options.candidates.map(({ name }) => name).join(', '), options, state });
    return result.candidates.some(({ verdict }) => WRONG.includes(verdict)) || signal.aborted ? 1 : 0;
  }),
);
