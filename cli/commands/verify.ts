import { crashSentence } from '../../protocol/words/crashSentence';
import { crashHints } from '../../engine/comparing/tiling';
import { unverified } from '../../engine/jobs/verify';
import { rangeSentence } from '../../engine/comparing/verificationSentence';
import type { EngineState } from '../../protocol/processes/engine';
import type { Hint, VerificationResult } from '../../protocol/replay/verification';
import { verify as job, type VerifyTold } from '../../protocol/jobs/verify';
import { command } from '../options/command';
import { failure, inEngine } from '../running/engine';
import { checkReport } from '../../engine/report/reportFile';
import { keepRun } from '../running/history';
import { ofThisShell } from '../running/iree';
import { printLine } from '../printing/print';
import { reported } from '../running/reported';

/** What a verification compared, one line each, and its hints. */
export function comparedLines({ ranges, hints, divergence }: VerificationResult): readonly string[] {
  return [
    ...ranges.map((range) => `  ${range.agrees ? 'agrees ' : 'DIFFERS'} ${rangeSentence(range)}`),
    ...(divergence === undefined ? [] : [divergence.sentence]),
    ...hints.map(({ message }) => message),
  ];
}

/** The result of a verification, including one whose code crashed or took too long. Throws what kept it from being done. */
export function verified(options: VerifyTold, state: EngineState<'verify'>, hints: readonly Hint[]): VerificationResult {
  if (state.state === 'done') return state.result;
  if (state.state === 'crashed') {
    const { crash } = state;
    return unverified(
      options,
      `The replay ${crashSentence(crash)}.`,
      crash,
      hints.length > 0 || options.run.substitutions.length === 0 ? hints : crashHints(crash),
    );
  }
  if (state.state === 'failed' && state.problem.code === 'DEADLINE_EXCEEDED')
    return unverified(options, state.problem.message, undefined, hints);
  throw failure(options, state);
}

/** ireereplay verify: whether two replays agree. */
export const verify = command(job, ({ options: told, output }) =>
  reported(async (signal) => {
    const options = { ...told, run: ofThisShell(told.run) };
    await checkReport(output);
    let hints: readonly Hint[] = [];
    const hear = (state: EngineState<'verify'>): void => {
      if (state.state === 'running') hints = state.progress.hints ?? hints;
    };
    const state = await inEngine('verify', options, hear, signal);
    const result = verified(options, state, hints);
    printLine(output.format === 'json' ? JSON.stringify(result, null, 2) : [result.sentence, ...comparedLines(result)].join('\n'));
    await keepRun(output, { job: 'verify', subject: `against ${result.against}`, options, state });
    return result.agrees && (result.against !== 'itself' || result.deterministic) ? 0 : 1;
  }),
);
