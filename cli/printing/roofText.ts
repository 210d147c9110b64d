/** What roof prints for people. */
import type { Machine, Roof } from '../../protocol/measurement/roof';
import { levelWords, processorWords, rateOrUnknown, widthWords } from '../../protocol/words/roofWords';
import { table } from './table';
import { byteSize } from './units';

function cacheWords({ caches }: Machine): string {
  if (caches.length === 0) return 'caches: not known';
  const each = caches.map(({ level, bytes, sharers }) => {
    const shared = sharers > 1 ? ` for ${String(sharers)} processors` : '';
    return `${levelWords(level)} ${byteSize(String(bytes))}${shared}`;
  });
  return `caches: ${each.join(', ')}`;
}

/** The whole text. `kept` names the file that it is kept in. */
export function roofText(roof: Roof, kept: string): string {
  const { machine, threads, peaks, bandwidths } = roof;
  const columns = ['one thread', threads === 1 ? 'all (one)' : `${String(threads)} threads`];
  const rates = ({ oneThread, allThreads }: { readonly oneThread?: number; readonly allThreads?: number }, unit: 'B' | 'op') => [
    rateOrUnknown(oneThread, unit),
    rateOrUnknown(allThreads, unit),
  ];
  const isUnknown = bandwidths.some(({ oneThread, allThreads }) => oneThread === undefined || allThreads === undefined);
  return [
    `${machine.cpu}, ${processorWords(machine)}; ${cacheWords(machine)}`,
    `measured ${roof.measured} in ${(roof.tookNs / 1e9).toFixed(1)} s; kept in ${kept}, --again measures again`,
    '',
    'operations a second: a multiplication and an addition are two; sums of i8 are i32, those of bf16 are f32',
    ...table(
      [['type', 'vector', 'by', ...columns], ...peaks.map((peak) => [peak.type, widthWords(peak), peak.by, ...rates(peak, 'op')])],
      2,
    ),
    '',
    'bytes a second: each that is read or written counts once',
    ...table(
      [
        ['from', 'what', ...columns],
        ...bandwidths.map((bandwidth) => [levelWords(bandwidth.level), bandwidth.kind, ...rates(bandwidth, 'B')]),
      ],
      2,
    ),
    ...(isUnknown ? ['not known: levels that cannot be told from others by their sizes, or whose sizes the system does not say'] : []),
    ...roof.notes,
    '',
  ].join('\n');
}
