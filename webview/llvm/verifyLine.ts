/** What the command line is told to verify a recording as the page did. */
import type { LlvmVerifyOptions } from '../../protocol/neighbour/llvm';
import { shellWord } from '../../protocol/words/shellWords';

export function verifyLine(file: string, { type, tolerance }: Pick<LlvmVerifyOptions, 'type' | 'tolerance'>): string {
  const { absolute = 0, ulp = 0 } = tolerance ?? {};
  const flags = [
    ...(type === undefined ? [] : [`--type=${type}`]),
    ...(absolute > 0 ? [`--absolute=${String(absolute)}`] : []),
    ...(ulp > 0 ? [`--ulp=${String(ulp)}`] : []),
  ];
  return ['ireereplay llvm verify', ...flags, shellWord(file)].join(' ');
}
