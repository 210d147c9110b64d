/**
 * History: one line of JSON a candidate, so that runs can be compared over time.
 *
 *     {"version":1, "date":ISO 8601, "capture":path, "candidate":name, "verdict":..., "devices":[...], "workers":n,
 *      "host":..., "cpu":..., "engine":"native", "engineVersion":..., "noise":parts,
 *      "rows":[{"kind":..., "label":..., "record":n, "pairs":n, "originalNs":median, "candidateNs":median,
 *               "ratio":original / candidate, "interval":[low, high], "verdict":...}]}
 *
 * Fields may be added; a reader leaves those alone that it does not know, and lines of a higher version.
 */
import type { SubstituteResult } from '../../protocol/substitution';

export function historyLine(capture: string, { candidates, environment, noise }: SubstituteResult): string {
  const { date, devices, workers, host, cpu, engine, version } = environment;
  return candidates
    .map(({ name, verdict, rows }) => {
      const line = {
        version: 1,
        date,
        capture,
        candidate: name,
        verdict,
        devices,
        workers,
        host,
        cpu,
        engine,
        engineVersion: version,
        ...(noise === undefined ? {} : { noise }),
        rows: rows.map(({ kind, label, record, original, originalStatistics, candidateStatistics, ratio, interval, verdict: said }) => ({
          kind,
          label,
          ...(record === undefined ? {} : { record }),
          pairs: original.length,
          originalNs: originalStatistics.median,
          candidateNs: candidateStatistics.median,
          ratio,
          interval,
          verdict: said,
        })),
      };
      return `${JSON.stringify(line)}\n`;
    })
    .join('');
}
