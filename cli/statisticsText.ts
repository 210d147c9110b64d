/** What a benchmark's samples say, for reading. */
import type { BenchmarkResult, BenchmarkRow } from '../protocol/benchmark';
import { duration } from './units';

const time = (ns: number): string => duration(String(Math.round(ns * 100) / 100));
const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

function rowText({ label, record, statistics, fileReadNs, workgroups, bytes, belowResolution }: BenchmarkRow): string {
  const { median, interval, mad, p5, p95, minimum, count, mildOutliers, severeOutliers, drift, bimodal } = statistics;
  const parts = [
    `median ${time(median)} [${time(interval[0])}, ${time(interval[1])}]`,
    `MAD ${median > 0 ? percent(mad / median) : '0 %'}`,
    `p5 ${time(p5)}`,
    `p95 ${time(p95)}`,
    `min ${time(minimum)}`,
    `${String(count)} samples`,
    ...(fileReadNs === undefined ? [] : [`file reads ${time(fileReadNs)} of an iteration, all threads`]),
    ...(mildOutliers + severeOutliers > 0 ? [`${String(mildOutliers)} mild and ${String(severeOutliers)} severe outliers`] : []),
    ...(drift === 0 ? [] : [`drifting by ${percent(drift)}`]),
    ...(bimodal ? ['two groups of times'] : []),
    ...(workgroups === undefined || median === 0 ? [] : [`${((Number(workgroups) / median) * 1e9).toPrecision(4)} workgroups/s`]),
    ...(bytes === undefined || median === 0 ? [] : [`${(Number(bytes) / median).toPrecision(4)} GB/s`]),
    ...(belowResolution === true ? ['below what the clock resolves'] : []),
  ];
  return `${label}${record === undefined ? '' : ` (#${String(record)})`}: ${parts.join(', ')}`;
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
      : [`prepared in ${duration(prepareNs)}; reading the clock takes ${time(timerNs)}, the loop around an iteration ${time(loopNs)}`]),
    `on ${devices.join(', ')} with ${String(workers)} thread(s): ${cpu}, ${String(processors)} processors (${affinity}), governor ${governor ?? 'unknown'}, load ${loadBefore.toFixed(2)}`,
    ...notes,
    '',
  ].join('\n');
}
