/** What the recorded application read back, in replays by the user's IREE. */
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { RunOptions } from '../../protocol/replay/run';
import type { Tolerance } from '../../protocol/replay/verification';
import { agree, compareOutputs, sameOutputs, type ComparedOutputs, type OutputBytes, type Right } from '../comparing/outputs';
import type { CompareRanges } from '../comparing/rangeComparison';
import { differingEnd } from '../comparing/unwrittenEnds';
import { runByIree } from '../iree/replay';
import { findIreeTools } from '../iree/tools';

/** Replays so many times. Runs that left the same are one object. */
export async function collectByIree(
  run: RunOptions,
  runs: number,
  before: () => void,
  signal: AbortSignal,
): Promise<readonly OutputBytes[]> {
  const tools = findIreeTools(run.iree);
  const all: OutputBytes[] = [];
  for (let index = 0; index < runs; index++) {
    before();
    const folder = await fs.mkdtemp(path.join(tmpdir(), 'iree-replay-outputs-'));
    try {
      const { outputs = [] } = await runByIree(tools, { ...run, outputs: folder }, signal);
      const bytes: Uint8Array[] = [];
      for (const { file } of outputs) bytes.push(await fs.readFile(path.join(folder, file)));
      const found = { result: { outputs }, outputs: bytes };
      all.push([...all.slice(0, 1), ...all.slice(-1)].find((earlier) => sameOutputs(earlier, found)) ?? found);
    } finally {
      await fs.rm(folder, { recursive: true, force: true });
    }
  }
  return all;
}

/** Why nothing is known where all that differs is the end of words: IREE reads whole ones, and no kernel may write their ends. */
function onlyInEnds(
  expected: readonly Right[],
  { outputs, result }: OutputBytes,
  { ranges, problems }: ComparedOutputs,
): string | undefined {
  if (problems.length > 0) return undefined;
  const wrong = [...ranges.entries()].filter(([, { agrees }]) => !agrees).map(([index]) => index);
  const ends = wrong.map((index) => differingEnd(expected[index]?.bytes ?? new Uint8Array(), outputs[index] ?? new Uint8Array()));
  const first = result.outputs[wrong[0] ?? 0];
  if (first === undefined || wrong.length === 0 || ends.includes(0)) return undefined;
  return `all that differs is the last bytes that #${String(first.record)} reads back, which no kernel may have written`;
}

/** The last of these runs that was compared, and why what differs there tells nothing. */
export interface ComparedRuns {
  readonly found: ComparedOutputs;
  readonly doubt: string | undefined;
}

/** Holds each run against what is right for it, up to the first that differs. */
export async function compareRuns(
  ours: readonly OutputBytes[],
  rightOf: (index: number) => readonly Right[],
  compare: CompareRanges,
): Promise<ComparedRuns> {
  let compared: ComparedRuns = { found: { ranges: [], problems: [] }, doubt: undefined };
  for (const [index, mine] of ours.entries()) {
    const right = rightOf(index);
    const found = await compareOutputs(right, mine, compare, []);
    compared = { found, doubt: onlyInEnds(right, mine, found) };
    if (!agree(found)) break;
  }
  return compared;
}

/** The user has said how far apart elements may be. */
export const isGiven = ({ absolute, relative, ulp }: Tolerance): boolean => absolute > 0 || relative > 0 || ulp > 0;
