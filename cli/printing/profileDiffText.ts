/** What profile diff prints. */
import type { ProfileDiffResult, ProfileDiffRow } from '../../protocol/jobs/profileDiff';
import { differenceWords, intervalWords } from '../../protocol/words/differenceWords';

/** One object a line: a summary, then the rows. */
export function diffLines({ rows, ...summary }: ProfileDiffResult): string {
  return [{ type: 'diff_summary', ...summary }, ...rows.map((row) => ({ type: 'diff_row', ...row }))]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

function verdictWords({ difference }: ProfileDiffRow): string {
  if (difference === undefined) return '';
  const { interval, verdict, ratio, noise } = difference;
  const said = { ratio, verdict, interval: interval ?? ([ratio, ratio] as const), ...(noise === undefined ? {} : { noise }) };
  return `  ${differenceWords(said)}${interval === undefined ? '' : ` ${intervalWords(said)}`}`;
}

function rowText(row: ProfileDiffRow): string {
  const { key, record, before, after, differenceNs } = row;
  const side = (name: string, of: ProfileDiffRow['before']): string =>
    of === undefined ? ` ${name}=none` : ` ${name}_ns=${String(of.totalNs)} ${name}_executions=${String(of.executions)}`;
  const place = record === undefined ? '' : ` record=${String(record)}`;
  return `  difference_ns=${String(differenceNs)}${side('before', before)}${side('after', after)}${place} ${key}${verdictWords(row)}`;
}

export function diffText(diff: ProfileDiffResult): string {
  const { matchedBy, beforeNs, afterNs, untimed, rows } = diff;
  const missing = new Set(rows.flatMap(({ difference }) => difference?.missing ?? []));
  return [
    'IREE HAL profile diff',
    `matched_by=${matchedBy} rows=${String(rows.length)} untimed_executions=${String(untimed)}`,
    `total: difference_ns=${String(afterNs - beforeNs)} before_ns=${String(beforeNs)} after_ns=${String(afterNs)}`,
    'rows: by the difference of total time',
    ...rows.map(rowText),
    ...(missing.size === 0 ? [] : ['not known yet:', ...[...missing].map((sentence) => `  ${sentence}`)]),
    '',
  ].join('\n');
}
