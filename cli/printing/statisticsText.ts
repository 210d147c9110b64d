/** What a benchmark's samples say, for reading. */
import type { BenchmarkResult, BenchmarkRow } from '../../protocol/measurement/benchmark';
import { heapsSentence, UNMEASURABLE } from '../../protocol/words/differenceWords';
import { byteSize, duration } from './units';

const time = (ns: number): string => duration(String(Math.round(ns * 100) / 100));
const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

type Statistics = BenchmarkRow['statistics'];

/** Where the samples lie. */
export const samplesText = ({ median, interval, mad, p5, p95, minimum, count }: Statistics): readonly string[] => [
  `median ${time(median)} [${time(interval[0])}, ${time(interval[1])}]`,
  `MAD ${median > 0 ? percent(mad / median) : '0 %'}`,
  `p5 ${time(p5)}`,
  `p95 ${time(p95)}`,
  `min ${time(minimum)}`,
  `${String(count)} samples`,
];

/** What is not as it should be with them. */
export const shapeText = ({ mildOutliers, severeOutliers, drift, heaps }: Statistics): readonly string[] => [
  ...(mildOutliers + severeOutliers > 0 ? [`${String(mildOutliers)} mild and ${String(severeOutliers)} severe outliers`] : []),
  ...(drift === 0 ? [] : [`drifting by ${percent(drift)}`]),
  ...(heaps === undefined ? [] : [heapsSentence(heaps, time).replace(/\.$/, '')]),
];

function rowText({ label, record, statistics, fileReadNs, workgroups, bytes, batch, belowResolution }: BenchmarkRow): string {
  const { median } = statistics;
  const place = `${label}${record === undefined ? '' : ` (#${String(record)})`}`;
  if (belowResolution === true) return `${place}: not measurable. ${UNMEASURABLE}`;
  const parts = [
    ...samplesText(statistics),
    ...(fileReadNs === undefined ? [] : [`file reads ${time(fileReadNs)} of an iteration, all threads`]),
    ...shapeText(statistics),
    ...(workgroups === undefined || median === 0 ? [] : [`${((Number(workgroups) / median) * 1e9).toPrecision(4)} workgroups/s`]),
    ...(bytes === undefined ? [] : [`${byteSize(bytes)} bound`]),
    ...(batch === undefined ? [] : [`in batches of ${String(batch)}`]),
  ];
  return `${place}: ${parts.join(', ')}`;
}

export function statisticsText({ rows, environment, prepareNs, timerNs, loopNs, timed }: BenchmarkResult): string {
  const { cpu, processors, affinity, governor, loadBefore, devices, workers, notes } = environment;
  return [
    '',
    ...rows.map(rowText),
    '',
    `timed: ${timed}`,
    ...(timerNs === 0
      ? []
      : [
          `prepared in ${duration(prepareNs)}; reading the clock takes ${time(timerNs)}${loopNs === 0 ? '' : `, the loop around an iteration ${time(loopNs)}`}`,
        ]),
    `on ${devices.join(', ')} with ${String(workers)} thread(s): ${cpu}, ${String(processors)} processors (${affinity}), governor ${governor ?? 'unknown'}, load ${loadBefore.toFixed(2)}`,
    ...notes,
    '',
  ].join('\n');
}
