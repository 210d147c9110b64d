/**
 * What launches of LLVM's recordings took, saved as JSON lines, oldest first. A line that
 * is something else is left out, and stays in the file until there are too many.
 */
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as v from 'valibot';
import type { ResultOf } from '../../protocol/jobs/option';
import { sampleStatistics } from '../../protocol/jobs/statistics';
import type { EarlierLaunches, LlvmMeasurement } from '../../protocol/neighbour/llvm';
import { replaceFile } from '../programs/wholeFile';

const VERSION = 1;
/** More are cut to half as many, the latest. */
const MOST_LINES = 2000;

const launchTimes = v.object({
  version: v.literal(VERSION),
  /** Of recordingKey.ts. */
  recording: v.string(),
  /** What besides the recording decides how long it takes, and is the user's choice. */
  way: v.string(),
  began: v.string(),
  disturbed: v.boolean(),
  statistics: sampleStatistics,
});

type LaunchTimes = ResultOf<typeof launchTimes>;

export interface LaunchTimesHistory {
  /** Of earlier benchmarks that had the same code launched in the same way, oldest first; then keeps this one, if it did what was recorded. */
  earlier(measurement: LlvmMeasurement, deviceId?: number): Promise<readonly EarlierLaunches[]>;
}

/** The history in `file`, which is created with its folder when the first benchmark is kept. */
export function createLaunchTimes(file: string): LaunchTimesHistory {
  let last: Promise<unknown> = Promise.resolve();
  const keep = async (line: LaunchTimes): Promise<void> => {
    await mkdir(path.dirname(file), { recursive: true });
    await appendFile(file, `${JSON.stringify(line)}\n`);
    const lines = await linesOf(file);
    if (lines.length > MOST_LINES) await replaceFile(file, (beside) => writeFile(beside, lines.slice(-MOST_LINES / 2).join('')));
  };
  const earlier = async (measurement: LlvmMeasurement, deviceId?: number): Promise<readonly EarlierLaunches[]> => {
    const { recording, verdict, measured, tool } = measurement;
    // Without memory that is as recorded, the times may be of other work.
    if (recording === undefined || verdict !== 'agrees') return [];
    const way = JSON.stringify([measured, tool.version ?? tool.program, deviceId ?? null]);
    const before = (await linesOf(file)).flatMap(timesOf).filter((one) => one.recording === recording && one.way === way);
    const { began, disturbed, statistics } = measurement;
    await keep({ version: VERSION, recording, way, began, disturbed, statistics });
    return before.map((one) => ({ began: one.began, disturbed: one.disturbed, statistics: one.statistics }));
  };
  return {
    earlier(measurement, deviceId) {
      const turn = last.then(() => earlier(measurement, deviceId));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

async function linesOf(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split(/(?<=\n)/);
}

function timesOf(line: string): readonly LaunchTimes[] {
  try {
    const { success, output } = v.safeParse(launchTimes, JSON.parse(line));
    return success ? [output] : [];
  } catch {
    return [];
  }
}
