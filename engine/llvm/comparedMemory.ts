/** What a replay by LLVM's tool left in memory, compared with what the recorded launch did. */
import * as path from 'node:path';
import type { LlvmVerifyTold } from '../../protocol/neighbour/llvm';
import { compareLlvmReplay } from '../addon/llvm';
import { compareReplayed } from './replayedMemory';
import type { Found } from './verdict';

/** Ranges of memory that differ: more are counted, but are neither listed nor compared within a tolerance. */
const MOST_RANGES = 100_000;

/** `descriptor` is in the folder where the tool has saved memory. */
export async function comparedMemory(
  descriptor: string,
  { type, tolerance }: Pick<LlvmVerifyTold, 'type' | 'tolerance'>,
  toolVerified: boolean | undefined,
  signal: AbortSignal,
): Promise<Found> {
  const { differences, recorded, replayed, problems } = await compareLlvmReplay(descriptor, MOST_RANGES, signal);
  if (differences === undefined || recorded === undefined || replayed === undefined)
    return { differences: 'the tool has saved no memory', toolVerified };
  const wrong = problems.find(({ severity }) => severity === 'error');
  if (wrong !== undefined) return { differences: `${wrong.file}: ${wrong.message}`, toolVerified };
  if (type === undefined || differences.bytes === '0') return { differences, toolVerified };
  const inFolder = (name: string): string => path.join(path.dirname(descriptor), name);
  const elements = await compareReplayed(inFolder(recorded), inFolder(replayed), differences, type, tolerance);
  return { differences, toolVerified, elements };
}
