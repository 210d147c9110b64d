import * as v from 'valibot';
import { compareCaptures } from '../../engine/addon/difference';
import type { DiffTold } from '../../protocol/capture/captureDifference';
import { diff as job } from '../../protocol/jobs/diff';
import { verify } from '../../protocol/jobs/verify';
import type { VerificationResult } from '../../protocol/replay/verification';
import { diffLines } from '../../protocol/words/captureDifferenceWords';
import { withBefore } from '../options/beforeAndAfter';
import { command, type Starts } from '../options/command';
import { inEngine } from '../running/engine';
import { interruptSignal } from '../running/interrupt';
import { printLine } from '../printing/print';
import { comparedLines, verified } from './verify';

/** 1 is for what is not known: a script that asks whether captures are the same must not take a failure for a difference. */
const STATUS = { same: 0, differ: 3, unknown: 1 } as const;

/** What B computes, against what A does; undefined where nobody asks. */
async function computed(
  { outputs, capture, before, devices, type, tolerance }: DiffTold,
  signal: AbortSignal,
): Promise<VerificationResult | undefined> {
  if (!outputs) return undefined;
  const options = v.parse(verify.options, { run: { capture, devices, fileRemaps: [] }, againstCapture: before, type, tolerance });
  return verified(options, await inEngine('verify', options, () => undefined, signal), []);
}

/** Captures are the same where what they compute is, too. */
function statusOf(verdict: keyof typeof STATUS, outputs: VerificationResult | undefined): number {
  if (verdict !== 'same' || outputs === undefined || outputs.agrees) return STATUS[verdict];
  return outputs.unknown === undefined && outputs.crash === undefined ? STATUS.differ : STATUS.unknown;
}

const { start } = command(job, async ({ options, output: { format } }) => {
  const signal = interruptSignal();
  const found = await compareCaptures(options, signal);
  const outputs = await computed(options, signal);
  const text = [...diffLines(found), ...(outputs === undefined ? [] : [outputs.sentence, ...comparedLines(outputs)])];
  printLine(format === 'json' ? JSON.stringify(outputs === undefined ? found : { ...found, outputs }, null, 2) : text.join('\n'));
  return statusOf(found.verdict, outputs);
});

/** ireereplay diff: what differs between two captures. */
export const diff: Starts = { start: (args) => start(withBefore(args)) };
