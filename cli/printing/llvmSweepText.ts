/** What llvm sweep prints for people: which is best, and a map of teams and threads. */
import type { LlvmSweep } from '../../protocol/neighbour/llvm';
import { kernelWords, llvmToolWords, TIMED } from '../../protocol/words/llvmWords';
import { cellWords, isOther, sweepMap } from '../../protocol/words/llvmSweepWords';
import { table } from './table';
import { count, duration } from './units';

type Row = LlvmSweep['configurations'][number];

const time = (ns: number): string => duration(String(Math.round(ns)));

function heatMap(rows: readonly Row[]): readonly string[] {
  const { teams, threads, at } = sweepMap(rows);
  const head = ['threads', ...teams.map((number) => count(number, 'team'))];
  const lines = threads.map((each) => [String(each), ...teams.map((number) => cellWords(at(number, each)))]);
  return table([head, ...lines], head.length);
}

/** Why what is not right is not: each reason once, with how many it is of. */
function reasons(rows: readonly Row[]): readonly string[] {
  const sentences = new Set(rows.flatMap(({ sentence }) => sentence ?? []));
  return [...sentences].map((sentence) => {
    const [first, ...more] = rows.filter((row) => row.sentence === sentence);
    const others = more.length === 0 ? '' : ` and ${String(more.length)} more`;
    return `${String(first?.teams)} teams of ${String(first?.threads)}${others}: ${sentence}`;
  });
}

export function llvmSweepText(found: LlvmSweep): string {
  const { configurations, sentence, measured, tool, complete } = found;
  const recorded = configurations.find((row) => !isOther(row));
  const others = configurations.filter(isOther);
  const lines = [
    sentence,
    `${kernelWords(found)}, as recorded: ${recorded?.median === undefined ? 'not measured' : time(recorded.median)}; how many times as fast with others:`,
    ...heatMap(others),
    ...reasons(others),
    `times are of ${TIMED[measured]}${complete ? '' : '; time was over before all rounds were'}`,
    `by ${llvmToolWords(tool)}`,
  ];
  return `${lines.join('\n')}\n`;
}
