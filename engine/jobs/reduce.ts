/** The records of a capture that a failure needs. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import type { ReduceResult } from '../../protocol/sharing/sharing';
import { leaveOut } from '../addon/sharing';
import { check, type CheckEnd } from '../reducing/check';
import { countOf, minimize } from '../reducing/minimize';
import type { Work } from './work';

/** A check of fewer records that takes this many times as long as that of all, and at least so long, has another failure. */
const TIMES_AS_LONG = 10;
const LEAST_TIMEOUT_MS = 10_000;

/** What a check says, without the numbers, which differ where records are missing. */
const wordsOf = (said: string): string => said.replaceAll(/\d+/g, '#');

/** Writes fewer and fewer records to the output as long as the check fails as it does with all. What was found stays there when it is cancelled. */
export const work: Work<'reduce'> = async ({ capture, output, folder: cwd, check: command, says, timeoutSeconds }, report, signal) => {
  const start = Date.now();
  const whole = await check(command, capture, { cwd, signal });
  if (!whole.failed) throw new Error(`The check does not fail with the whole capture: it ended with ${whole.end}.`);
  if (says !== undefined && !whole.output.includes(says))
    throw new Error(`The check fails with the whole capture, but does not say ${says}.`);
  const timeoutMs = timeoutSeconds === undefined ? Math.max(LEAST_TIMEOUT_MS, TIMES_AS_LONG * (Date.now() - start)) : timeoutSeconds * 1000;
  const isSame = ({ end, failed, output: text }: CheckEnd): boolean =>
    failed && end === whole.end && (says === undefined || text.includes(says));

  const folder = await fs.mkdtemp(`${path.resolve(output)}.reducing-`);
  const candidate = path.join(folder, path.basename(output));
  try {
    let source = capture;
    // All records are copied first: what is left of a capture is never the capture itself.
    let { bytes, ranges } = await leaveOut(capture, candidate, [], signal);
    const ofRecords = countOf(ranges);
    let records = Array.from({ length: ofRecords }, (_, record) => record);
    let checks = 1;
    let last = whole;
    await minimize(ofRecords, async (range) => {
      const kept = await leaveOut(source, candidate, [range], signal);
      if (countOf(kept.ranges) === records.length) return undefined;
      report({ phase: 'reducing', records: records.length, ofRecords, checks: ++checks });
      const ended = await check(command, candidate, { cwd, timeoutMs, signal });
      if (!isSame(ended)) return undefined;
      await fs.rename(candidate, output);
      source = output;
      last = ended;
      ({ bytes, ranges } = kept);
      records = ranges.flatMap(({ begin, end }) => records.slice(begin, end));
      return ranges;
    });
    if (source === capture) await fs.rename(candidate, output);
    const again = await check(command, output, { cwd, timeoutMs, signal });
    const result: ReduceResult = {
      records: records.length,
      ofRecords,
      bytes,
      checks: checks + 1,
      kept: records,
      failure: whole.end,
      said: whole.said,
      saidReduced: last.said,
      saysTheSame: wordsOf(whole.said) === wordsOf(last.said),
      isSteady: isSame(again),
    };
    return result;
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
};
