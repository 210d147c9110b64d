/** --breakdown: where the time of each scope goes, for reading. */
import type { BenchmarkResult, BenchmarkRow, BreakdownPart } from '../../protocol/measurement/benchmark';
import type { ContentChanges } from '../../protocol/results/contentChanges';
import { breakdownLabel, leftOutSentence, partTree, recordingSentence, type PartNode } from '../../protocol/words/breakdownWords';
import { changeLines } from '../../protocol/words/changeWords';
import { byteSize, count, duration } from './units';

/** No line is longer. */
const COLUMNS = 100;
const WIDTHS = [8, 11, 8, 7, 13] as const;
const FIGURES = WIDTHS.reduce((sum, width) => sum + width, 0) + 2;
/** Of one thing; JSON has all. */
const MOST_CHILDREN = 8;

const time = (ns: number): string => duration(String(Math.round(ns * 100) / 100));
const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

/** What is too long loses its middle. */
function fitted(text: string, room: number): string {
  if (text.length <= room) return text;
  const head = Math.ceil((room - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (room - 1 - head))}`;
}

function line(figures: readonly string[], name: string, depth: number): string {
  const indent = '  '.repeat(depth);
  return `${WIDTHS.map((width, i) => (figures[i] ?? '').padStart(width)).join('')}  ${indent}${fitted(name, COLUMNS - FIGURES - indent.length)}`.trimEnd();
}

/** A line that only explains the one above: it may begin below its figures. */
function remark(text: string, depth: number): string {
  const least = WIDTHS[0] + WIDTHS[1];
  const shown = fitted(text, COLUMNS - least);
  return ' '.repeat(Math.max(least, Math.min(FIGURES + 2 * depth, COLUMNS - shown.length))) + shown;
}

function figuresOf({ share, medianNs, interval, executions, bytesPerSecond }: BreakdownPart): readonly string[] {
  if (share === undefined || medianNs === undefined) return ['', 'too short', '', String(executions), ''];
  const half = interval === undefined || medianNs === 0 ? '' : `±${percent((interval[1] - interval[0]) / 2 / medianNs)}`;
  const bound = bytesPerSecond === undefined || bytesPerSecond === 0 ? '' : `${byteSize(String(Math.round(bytesPerSecond)))}/s`;
  return [percent(share), time(medianNs), half, String(executions), bound];
}

/** What the only part of something adds to it, down to the first that has several. */
function onlyParts([only, ...others]: readonly PartNode[]): readonly string[] {
  if (only === undefined || others.length > 0) return [];
  return [breakdownLabel(only.part, byteSize), ...onlyParts(only.parts)];
}

/** The lines of a part and of what it consists of. What is the only part of another has its figures, and so none of its own. */
function linesOf(node: PartNode, depth: number): readonly string[] {
  const only = onlyParts(node.parts);
  const parts = only.reduce<readonly PartNode[]>(([one]) => one?.parts ?? [], node.parts);
  const rest = parts.slice(MOST_CHILDREN);
  const share = rest.reduce((sum, { part: { share: one = 0 } }) => sum + one, 0);
  return [
    line(figuresOf(node.part), breakdownLabel(node.part, byteSize), depth),
    ...(only.length === 0 ? [] : [remark(only.join('; '), depth + 1)]),
    ...parts.slice(0, MOST_CHILDREN).flatMap((each) => linesOf(each, depth + 1)),
    ...(rest.length === 0 ? [] : [line([share === 0 ? '' : percent(share)], `and ${String(rest.length)} more`, depth + 1)]),
  ];
}

function rowLines({ label, breakdown, kind, repetition }: BenchmarkRow): readonly string[] {
  if (breakdown === undefined) return [];
  const { medianNs, restNs, samples } = breakdown;
  const name = `${kind === 'scope' ? 'scope ' : ''}${label}${repetition > 0 ? `, repetition ${String(repetition + 1)}` : ''}`;
  const leftOut = leftOutSentence(breakdown);
  return [
    '',
    `${name}: ${time(medianNs)}, median of ${count(samples, 'iteration')}`,
    recordingSentence(breakdown, time),
    line(['share', 'median', '95 %', 'times', 'bound'], 'function; launch; record', 0),
    ...partTree(breakdown).flatMap((node) => linesOf(node, 0)),
    line(
      restNs === undefined ? ['', 'too short'] : [percent(restNs / medianNs), time(restNs)],
      '(no dispatch or operation of it goes on)',
      0,
    ),
    ...(leftOut === undefined ? [] : [leftOut]),
  ];
}

function changedText(changes: ContentChanges): readonly string[] {
  const [head, ...lines] = changeLines(changes);
  return ['', head, ...lines.map((one) => `  ${one}`)];
}

/** Nothing where nothing was broken down. */
export function breakdownText({ rows }: BenchmarkResult, changes?: ContentChanges): string {
  const lines = rows.flatMap(rowLines);
  const said = 'A share is of the median of its scope. What runs side by side shares time: together it may have more than all of it.';
  return lines.length === 0 ? '' : [...lines, '', said, ...(changes === undefined ? [] : changedText(changes)), ''].join('\n');
}
