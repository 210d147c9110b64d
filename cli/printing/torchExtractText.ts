/** What torch extract prints for people. */
import type { TorchExtracted } from '../../protocol/torch/replay';
import { counted, grouped } from '../../protocol/words/countWords';
import { installationWords } from '../../protocol/words/torchReplayWords';
import { notReplayedLines } from './torchReplayText';

function expectedLines(expected: TorchExtracted['expected']): readonly string[] {
  if (expected === undefined) return [];
  const { installation, whole, leftOut } = expected;
  const left = new Map<string, string[]>();
  for (const { why, number, name, result } of leftOut) left.set(why, [...(left.get(why) ?? []), `  #${number}  ${name}, ${result}`]);
  return [
    `results of ${grouped(whole)} of them, by ${installationWords(installation)}`,
    ...Array.from(left, ([why, lines]) => ['', `left out, for ${why}:`, ...lines]).flat(),
  ];
}

/** Ends with a line break. */
export function torchExtractText({ output, operations, undescribed, expected }: TorchExtracted): string {
  return [
    `${counted(operations.length, 'operation')} in ${output}, with the script that replays them`,
    ...expectedLines(expected),
    ...notReplayedLines(expected?.notReplayed ?? [], undescribed),
    '',
  ].join('\n');
}
