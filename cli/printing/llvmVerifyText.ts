/** What llvm verify prints for people. */
import type { LlvmVerification } from '../../protocol/neighbour/llvm';
import { llvmToolWords } from '../../protocol/words/llvmWords';
import { duration } from './units';

/** The verdict, by which tool, its times, and what it said where that explains something. */
export function llvmVerifyText({ verdict, sentence, tool, times, toolVerified, printed }: LlvmVerification): string {
  const says = toolVerified === undefined ? [] : [`the tool says: memory is ${toolVerified ? '' : 'not '}as recorded`];
  const lines = [
    sentence,
    `by ${llvmToolWords(tool)}`,
    ...says,
    ...(times.length === 0 ? [] : [`launch and synchronization on the host: ${times.map((ns) => duration(ns)).join(', ')}`]),
    ...(verdict === 'not-known' && printed.length > 0 ? ['the tool printed:', ...printed.map((line) => `  ${line}`)] : []),
  ];
  return `${lines.join('\n')}\n`;
}
