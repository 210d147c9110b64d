/** What profile hotspots --against prints. */
import type { ComparedKernel, ComparedLine, ComparedLoop, HotspotsComparison } from '../../protocol/code/hotspotsComparison';
import { loopDifferenceWords, loopPlaceWords, sampledDifferenceWords } from '../../protocol/words/sampledDifferenceWords';
import { count, duration } from './units';

/** Of loops and lines; JSON has all. */
const MOST_SHOWN = 20;

/** One object a line: a summary, then kernels, loops and lines. */
export function hotspotsDiffLines({ kernels, loops, lines, ...summary }: HotspotsComparison): string {
  return [
    { type: 'hotspots_diff_summary', ...summary },
    ...kernels.map((row) => ({ type: 'hotspots_diff_kernel', ...row })),
    ...loops.map((row) => ({ type: 'hotspots_diff_loop', ...row })),
    ...lines.map((row) => ({ type: 'hotspots_diff_line', ...row })),
  ]
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');
}

type Side = ComparedKernel['before'];

function sideWords(side: Side): string {
  if (side === undefined) return 'none';
  const { share, shareInterval, timeNs } = side;
  const percent = (part: number): string => (100 * part).toFixed(1);
  const time = timeNs === undefined ? '' : ` ${duration(timeNs.toFixed(timeNs < 100 ? 1 : 0))}`;
  return `${percent(share)} % [${percent(shareInterval[0])}, ${percent(shareInterval[1])}]${time}`;
}

const rowText = (
  { before, after, difference }: Pick<ComparedKernel, 'before' | 'after' | 'difference'>,
  name: string,
  said = sampledDifferenceWords(difference),
): string => `  ${sideWords(before)} -> ${sideWords(after)}  ${name}  ${said}`;

function kernelText(row: ComparedKernel): readonly string[] {
  const { kernel, per, sameCode, sentence } = row;
  const code = sameCode === true ? ', of the same code' : '';
  return [rowText(row, `${kernel}, of one ${per}${code}`), ...(sentence === undefined ? [] : [`      ${sentence}`])];
}

function loopText(row: ComparedLoop): readonly string[] {
  const { source, placeBefore, placeAfter, function: name, kernel } = row;
  const said = source === 'changed' ? ', whose source changed' : source === 'not-known' ? ', whose source may have changed' : '';
  const width = (place: typeof placeBefore, when: string): readonly string[] =>
    place?.width === undefined ? [] : [`      ${when}: it ${place.width}`];
  return [
    rowText(row, `${loopPlaceWords(row)} in ${name === kernel ? name : `${name} of ${kernel}`}${said}`, loopDifferenceWords(row)),
    ...width(placeBefore, 'before'),
    ...width(placeAfter, 'now'),
  ];
}

const lineText = (row: ComparedLine): string => rowText(row, `${row.path}:${String(row.line)}`);

/** The first, and how many more there are. */
function some<Row>(title: string, rows: readonly Row[], text: (row: Row) => readonly string[]): readonly string[] {
  if (rows.length === 0) return [];
  const rest = rows.length - MOST_SHOWN;
  return [
    '',
    title,
    ...rows.slice(0, MOST_SHOWN).flatMap(text),
    ...(rest > 0 ? [`  and ${String(rest)} more: --format=jsonl has all`] : []),
  ];
}

export function hotspotsDiffText(comparison: HotspotsComparison): string {
  const { before, after, doubts, notes, kernels, loops, lines } = comparison;
  const of = ({ profile, samples, event, rateHz, mostOverhead, runs }: typeof before): string =>
    [
      `${profile}: ${count(samples, 'sample')}`,
      ...(event === undefined ? [] : [`of ${event}`]),
      ...(rateHz === undefined ? [] : [`${String(rateHz)} a second`]),
      ...(mostOverhead === undefined ? [] : [`which takes at most ${(100 * mostOverhead).toFixed(1)} %`]),
      ...(runs === undefined ? [] : [`of ${count(runs, 'run')}`]),
    ].join(', ');
  return [
    `before  ${of(before)}`,
    `now     ${of(after)}`,
    'Shares are of all samples of a profile, with their 95 % confidence intervals in brackets; times are processor times, estimated from the samples.',
    ...(doubts.length === 0 ? [] : ['Nothing is said to have gained or lost:', ...doubts.map((doubt) => `  ${doubt}`)]),
    ...some('Dispatches', kernels, kernelText),
    ...some('Loops, including nested loops and called functions', loops, loopText),
    ...some('Lines', lines, (row) => [lineText(row)]),
    ...notes,
    '',
  ].join('\n');
}
