/** Operations of a trace of PyTorch on two devices or versions, or two traces. */
import type { TorchComparison, TorchCompareTold, TorchProgress, TorchTracesCompared } from '../../protocol/torch/replay';
import { readTorchTrace } from '../addon/torch';
import type { Tell } from '../measuring/measuringTurn';
import { comparedTraces } from '../torch/comparedTraces';
import { torchReplaysCompared } from './torchReplaysCompared';

/** All rows of a table. */
const ALL = 2 ** 31;

/**
 * `folder` has the table of schemas and the scripts. Rejects where a file is no trace, nothing of it is meant, or a Python or a device is not
 * there.
 */
export async function torchCompare(
  asked: TorchCompareTold,
  folder: string,
  report: (progress: TorchProgress) => void,
  signal: AbortSignal,
  waits: Tell,
): Promise<TorchComparison> {
  const { against } = asked;
  return against === undefined ? torchReplaysCompared(asked, folder, report, signal, waits) : tracesCompared(asked, against, signal);
}

async function tracesCompared(
  { capture, filters, limit }: TorchCompareTold,
  against: string,
  signal: AbortSignal,
): Promise<TorchTracesCompared> {
  const before = await (await readTorchTrace(against, signal)).describe(ALL, signal);
  const after = await (await readTorchTrace(capture, signal)).describe(ALL, signal);
  const isMeant = (name: string): boolean => filters.length === 0 || filters.some((filter) => name.includes(filter));
  const problems = [
    ...before.problems.map(({ message }) => `${against}: ${message}`),
    ...after.problems.map(({ message }) => `${capture}: ${message}`),
  ];
  return { kind: 'traces', ...comparedTraces(before, after, isMeant, limit), problems };
}
