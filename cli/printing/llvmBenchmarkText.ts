/** What llvm benchmark prints for people. */
import type { LlvmMeasurement } from '../../protocol/neighbour/llvm';
import { kernelWords, llvmToolWords, TIMED } from '../../protocol/words/llvmWords';
import { samplesText, shapeText } from './statisticsText';
import { duration } from './units';

/** A verdict that is not good stands before the times: they may be of other work then. */
export function llvmBenchmarkText(found: LlvmMeasurement): string {
  const { verdict, sentence, tool, measured, warmUp, statistics, notes } = found;
  const parts = [...samplesText(statistics), ...shapeText(statistics)];
  const lines = [
    ...(verdict === 'agrees' ? [] : [sentence]),
    `${kernelWords(found)}: ${parts.join(', ')}`,
    `times are of ${TIMED[measured]}`,
    `the first, ${duration(String(warmUp))}, is not among them`,
    ...notes,
    ...(verdict === 'agrees' ? [sentence] : []),
    `by ${llvmToolWords(tool)}`,
  ];
  return `${lines.join('\n')}\n`;
}
