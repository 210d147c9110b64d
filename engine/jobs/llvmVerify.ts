/** Has the installed LLVM replay a recorded OpenMP kernel, and compares the memory that it leaves with what was recorded. */
import type { LlvmVerification, LlvmVerifyTold } from '../../protocol/neighbour/llvm';
import { replayable, replayByLlvm, replayedWords } from '../llvm/replay';
import { printedLines } from '../llvm/toolWords';
import { verdictOf, type Found } from '../llvm/verdict';

/** Of the ranges that differ a result has these. */
const MOST_LISTED = 20;
const LAST_LINES = 20;

/** Replays and compares. Rejects where there is no such recording or no tool, and where the recording cannot be replayed. */
export async function llvmVerify(asked: LlvmVerifyTold, signal: AbortSignal): Promise<LlvmVerification> {
  const what = await replayable(asked, 'verified', signal);
  const { end, words, failure, timedOut, found } = await replayByLlvm(what, asked, {}, signal);
  const { verdict, sentence } =
    found === undefined
      ? ({ verdict: 'not-known', sentence: `The kernel was not replayed: ${failure ?? ''}.` } as const)
      : verdictOf(found);
  const differences = typeof found?.differences === 'object' ? found.differences : undefined;
  const elements = typeof found?.elements === 'object' ? found.elements : undefined;
  return {
    ...{ verdict, sentence },
    ...replayedWords(what),
    ended: {
      ...(end.status === undefined ? {} : { status: end.status }),
      ...(end.signal === undefined ? {} : { signal: end.signal }),
      ...(timedOut ? { timedOut } : {}),
    },
    ...(words.verified === undefined ? {} : { toolVerified: words.verified }),
    times: words.times,
    ...(differences === undefined ? {} : { differences: { ...differences, ranges: differences.ranges.slice(0, MOST_LISTED) } }),
    ...(elements === undefined ? {} : { elements: shown(elements) }),
    printed: printedLines(end).slice(-LAST_LINES),
  };
}

const shown = ({
  type,
  compared: all,
  outOfTolerance,
  maxAbsolute,
  maxUlp,
}: Exclude<Found['elements'], string | undefined>): NonNullable<LlvmVerification['elements']> => ({
  ...{ type, compared: all, outOfTolerance, maxAbsolute, maxUlp },
});
