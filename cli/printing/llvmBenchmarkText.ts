/** What llvm benchmark prints for people. */
import type { LlvmMeasurement } from '../../protocol/neighbour/llvm';
import { kernelWords, llvmToolWords } from '../../protocol/words/llvmWords';
import { samplesText, shapeText } from './statisticsText';
import { duration } from './units';

const MEASURED = {
  launch: 'each is a launch with its synchronization, on the host, as the tool says',
  process: 'each is a whole run of the tool, with what it loads: this version cannot repeat a launch, and says no time',
} as const;

/** A verdict that is not good stands before the times: they may be of other work then. */
export function llvmBenchmarkText(found: LlvmMeasurement): string {
  const { verdict, sentence, tool, measured, warmUp, statistics } = found;
  const parts = [...samplesText(statistics), ...shapeText(statistics)];
  const lines = [
    ...(verdict === 'agrees' ? [] : [sentence]),
    `${kernelWords(found)}: ${parts.join(', ')}`,
    `${MEASURED[measured]}; the first, ${duration(String(warmUp))}, is not among them`,
    ...(verdict === 'agrees' ? [sentence] : []),
    `by ${llvmToolWords(tool)}`,
  ];
  return `${lines.join('\n')}\n`;
}
