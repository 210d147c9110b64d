/** The records of a capture that a failure needs. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import type { ReduceResult, ReduceTold } from '../../protocol/sharing/sharing';
import { leaveOut } from '../addon/sharing';
import { untilNobodyMeasures } from '../measuring/measuringTurn';
import { failureOfCommand, type Failing, type Failure } from '../reducing/failure';
import { countOf, minimize } from '../reducing/minimize';
import type { Work } from './work';

/** What a check says, without the numbers, which differ where records are missing. */
const wordsOf = (said: string): string => said.replaceAll(/\d+/g, '#');

async function failureOf(told: ReduceTold, signal: AbortSignal, waits: (sentence: string) => void): Promise<Failure> {
  if (told.check !== undefined) return failureOfCommand(told.check, told, signal);
  await untilNobodyMeasures(waits, signal);
  return (await import('./failureByIree')).failureByIree(told, signal);
}

/** Writes fewer and fewer records to the output as long as they fail as all do. What was found stays there when it is cancelled. */
export const work: Work<'reduce'> = async (told, report, signal, waits) => {
  const { capture, output } = told;
  const { whole, of, keepsOrder } = await failureOf(told, signal, waits);
  const folder = await fs.mkdtemp(`${path.resolve(output)}.reducing-`);
  const candidate = path.join(folder, path.basename(output));
  try {
    let source = capture;
    // All records are copied first: what is left of a capture is never the capture itself.
    let { bytes, ranges } = await leaveOut(capture, candidate, { ranges: [], keepsOrder }, signal);
    const ofRecords = countOf(ranges);
    let records = Array.from({ length: ofRecords }, (_, record) => record);
    let checks = 1;
    let last: Failing = whole;
    await minimize(ofRecords, async (range) => {
      const kept = await leaveOut(source, candidate, { ranges: [range], keepsOrder }, signal);
      if (countOf(kept.ranges) === records.length) return undefined;
      report({ phase: 'reducing', records: records.length, ofRecords, checks: ++checks });
      const fewer = kept.ranges.flatMap(({ begin, end }) => records.slice(begin, end));
      const failing = await of(candidate, fewer);
      if (failing === undefined) return undefined;
      await fs.rename(candidate, output);
      source = output;
      last = failing;
      ({ bytes, ranges } = kept);
      records = fewer;
      return ranges;
    });
    if (source === capture) await fs.rename(candidate, output);
    const again = await of(output, records);
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
      keepsOrder,
      isSteady: again !== undefined,
    };
    return result;
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
};
