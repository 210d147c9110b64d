/** --breakdown in Google Benchmark's words: each part is a benchmark of its own, with what Google Benchmark has no word for as counters. */
import type { BenchmarkRow, BreakdownPart } from '../../protocol/measurement/benchmark';
import { changeOfFunction, type ContentChanges } from '../../protocol/results/contentChanges';
import { breakdownLabel, PART_UNMEASURABLE } from '../../protocol/words/breakdownWords';
import type { BenchmarkResult } from './googleBenchmark';
import { byteSize } from './units';

/** What of a part's name follows that of what it is a part of. */
function step(parts: readonly BreakdownPart[], place: number): string {
  const { kind, label, executable, record, via, parent } = parts[place] ?? { kind: 'record', label: '' };
  switch (kind) {
    case 'function':
      return `executable:${executable ?? ''}/function:${label}`;
    case 'operation':
      return `operation:${label.replaceAll(' ', '_')}`;
    case 'launch':
      return `launch:${String(parts.slice(0, place).filter((other) => other.parent === parent).length)}`;
    case 'record':
      return `record:${String(record)}${via === undefined ? '' : `/via:${String(via)}`}`;
  }
}

function pathOf(parts: readonly BreakdownPart[], place: number): string {
  const parent = parts[place]?.parent;
  return `${parent === undefined ? '' : `${pathOf(parts, parent)}/`}${step(parts, place)}`;
}

/** What changed by content against the run before, under the names that other fields of the JSON have. */
export const runBeforeJson = ({ date, sameCapture, executables, gone }: ContentChanges): Readonly<Record<string, unknown>> => ({
  date,
  same_capture: sameCapture,
  executables: executables.map(({ id, name, change, before, functions, goneFunctions }) => ({
    ...{ id, name, content: change },
    ...(before === undefined ? {} : { before: before.id, matched_by: before.by }),
    functions: functions.map((each) => ({ name: each.name, content: each.change })),
    gone_functions: goneFunctions,
  })),
  gone,
});

/** The parts of a row as results; none where it was not broken down. */
export function breakdownResults(
  { kind, label, repetition, breakdown }: BenchmarkRow,
  changes?: ContentChanges,
): readonly BenchmarkResult[] {
  if (breakdown === undefined) return [];
  const { parts, samples } = breakdown;
  const scope = kind === 'scope' ? `BM_replay/scope:${label}` : 'BM_replay';
  return parts.map((part, place) => {
    const { meanNs, medianNs, interval, busyNs, share, executions, bytes, bytesPerSecond } = part;
    const change = part.kind === 'function' ? changeOfFunction(changes, part) : undefined;
    const head = {
      ...(change === undefined ? {} : { change }),
      name: `${scope}/${pathOf(parts, place)}/manual_time`,
      iterations: samples,
      repetition,
      ...(part.kind === 'launch' ? { googleLabel: breakdownLabel(part, byteSize) } : {}),
    };
    const always = { executions, bound_bytes: Number(bytes) };
    if (meanNs === undefined || medianNs === undefined)
      return { ...head, realNs: 0, cpuNs: 0, unmeasurable: PART_UNMEASURABLE, counters: always };
    return {
      ...head,
      realNs: meanNs,
      ...(busyNs === undefined ? {} : { cpuNs: busyNs }),
      counters: {
        items_per_second: 1e9 / meanNs,
        ...always,
        median_ns: medianNs,
        ...(interval === undefined ? {} : { median_low_ns: interval[0], median_high_ns: interval[1] }),
        ...(share === undefined ? {} : { share }),
        ...(bytesPerSecond === undefined ? {} : { bound_bytes_per_second: bytesPerSecond }),
      },
    };
  });
}
