/** What profile roof prints. */
import type { ProfileRoofResult, ProfileRoofRow } from '../../protocol/jobs/profileRoof';
import { kindWords, levelWords, rateWords, widthWords } from '../../protocol/words/roofWords';
import { byteSize, duration } from './units';

/** One object a line: a summary, then the rows. */
export function roofLines({ rows, ...summary }: ProfileRoofResult): string {
  return [{ type: 'roof_summary', ...summary }, ...rows.map((row) => ({ type: 'roof_row', ...row }))]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;

/** "at 18.4 GB/s, 85 % of copying from memory (21.6 GB/s)". */
function bandwidthWords({ bytesASecond, memory, copying, cache, fitsIn }: ProfileRoofRow): readonly string[] {
  if (bytesASecond === undefined) return [];
  const of = ({ share, kind, level, roof }: NonNullable<ProfileRoofRow['memory']>): string =>
    `${percent(share)} of ${kindWords(kind)} from ${levelWords(level)} (${rateWords(roof, 'B')})`;
  const shares = [...(copying === undefined ? [] : [of(copying)]), ...(memory === undefined ? [] : [of(memory)])];
  const fits = fitsIn === undefined || fitsIn === 0 ? 'no cache holds as much' : `${levelWords(fitsIn)} holds as much`;
  return [
    `  ${[rateWords(bytesASecond, 'B'), ...shares].join('; ')}`,
    `  ${[fits, ...(cache === undefined ? [] : [of(cache)])].join('; ')}`,
  ];
}

function arithmeticWords({ operations, operationsASecond, arithmetic, intensity, binds }: ProfileRoofRow): readonly string[] {
  if (operations === undefined || operationsASecond === undefined) return [];
  const parts = [
    rateWords(operationsASecond, 'op'),
    ...(arithmetic === undefined
      ? []
      : [`${percent(arithmetic.share)} of ${arithmetic.type} with ${widthWords(arithmetic)} (${rateWords(arithmetic.roof, 'op')})`]),
    ...(intensity === undefined ? [] : [`${intensity.toPrecision(3)} operations for each byte that is bound`]),
    ...(binds === undefined ? [] : [binds === 'memory' ? 'nearer to the roof of memory' : 'nearer to the roof of arithmetic']),
  ];
  return [`  ${parts.join('; ')}`];
}

function loopWords({ loop }: ProfileRoofRow): readonly string[] {
  if (loop === undefined) return [];
  const { place, share, intensity, unknown = '' } = loop;
  const said =
    intensity === undefined
      ? `operations for each byte not known: ${unknown}`
      : `${intensity.toPrecision(3)} operations for each byte that it loads or stores`;
  return [`  hottest loop, at ${place} with ${percent(share)} of the samples: ${said}`];
}

function rowText(row: ProfileRoofRow): string {
  const { dispatches, totalNs, medianNs, bytes, bindings = 0, unknown } = row;
  const facts = [
    `${String(dispatches)} ${dispatches === 1 ? 'dispatch' : 'dispatches'}, ${duration(totalNs.toFixed(0))} in total`,
    ...(medianNs === undefined ? [] : [`${duration(medianNs.toFixed(0))} each`]),
    ...(bytes === undefined ? [] : [`${byteSize(String(bytes))} in ${String(bindings)} ${bindings === 1 ? 'binding' : 'bindings'}`]),
  ];
  return [
    `${row.function}: ${facts.join(', ')}`,
    ...bandwidthWords(row),
    ...arithmeticWords(row),
    ...loopWords(row),
    ...unknown.map((one) => `  ${one}`),
  ].join('\n');
}

export function profileRoofText({ cpu, measured, threads, notes, rows }: ProfileRoofResult): string {
  return [
    `roof of ${cpu} with ${threads === 1 ? 'one thread' : `${String(threads)} threads`}, measured ${measured}`,
    ...notes,
    ...(rows.length === 0 ? ['no dispatches of the host'] : rows.map(rowText)),
    '',
  ].join('\n');
}
