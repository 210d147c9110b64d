/** What llvm sweep prints: for people a map of teams and threads, and a table for programs. */
import type { LlvmSweep } from '../../protocol/neighbour/llvm';
import { kernelWords } from '../../protocol/words/llvmWords';
import { table } from './table';
import { count, duration } from './units';

type Row = LlvmSweep['configurations'][number];

const OUTCOMES = { differs: 'wrong', 'not-known': 'not known', failed: 'failed' } as const;

const MEASURED = {
  launch: 'launches with their synchronization, on the host, as the tool says',
  process: 'whole runs of the tool, with what it loads: this version cannot repeat a launch, and says no time',
} as const;

const time = (ns: number): string => duration(String(Math.round(ns)));
const isOther = ({ teams, threads }: Row): boolean => teams !== undefined && threads !== undefined;

function cell(row: Row | undefined): string {
  if (row === undefined) return 'recorded';
  if (row.outcome !== 'right') return OUTCOMES[row.outcome];
  return row.ratio === undefined ? '-' : `${row.ratio.toFixed(2)}x`;
}

function heatMap(rows: readonly Row[]): readonly string[] {
  const numbers = (of: (row: Row) => number | undefined): readonly number[] =>
    [...new Set(rows.flatMap((row) => of(row) ?? []))].toSorted((a, b) => a - b);
  const [teams, threads] = [numbers((row) => row.teams), numbers((row) => row.threads)];
  const head = ['threads', ...teams.map((number) => count(number, 'team'))];
  const lines = threads.map((each) => [
    String(each),
    ...teams.map((number) => cell(rows.find((row) => row.teams === number && row.threads === each))),
  ]);
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
  const version = tool.version === undefined ? '' : `, LLVM ${tool.version}`;
  const lines = [
    sentence,
    `${kernelWords(found)}, as recorded: ${recorded?.median === undefined ? 'not measured' : time(recorded.median)}; how many times as fast with others:`,
    ...heatMap(others),
    ...reasons(others),
    `${MEASURED[measured]}${complete ? '' : '; time was over before all rounds were'}`,
    `by ${tool.program}${version}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The recorded configuration has neither teams nor threads. */
export function llvmSweepCsv({ configurations }: LlvmSweep): string {
  const head = ['teams', 'threads', 'outcome', 'rounds', 'median_ns', 'times_as_fast', 'hopeless'];
  const rows = configurations.map(({ teams, threads, outcome, rounds, median, ratio, hopeless }) =>
    [teams, threads, outcome, rounds, median, ratio, hopeless === true].map((value) => String(value ?? '')),
  );
  return `${[head, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}
