import { writeFile } from 'node:fs/promises';
import { benchmarkName, dispatchName, nameFilter, work } from '../../engine/jobs/benchmark';
import { chosenDispatches, listDispatches } from '../../engine/addon/dispatches';
import type { BenchmarkOptions } from '../../protocol/measurement/benchmark';
import { benchmark as job } from '../../protocol/jobs/benchmark';
import { uncomparedSentence } from '../../protocol/words/uncomparedSentence';
import { command } from '../options/command';
import { breakdownResults, runBeforeJson } from '../printing/breakdownJson';
import { breakdownText } from '../printing/breakdownText';
import { benchmarkConsole, benchmarkJson, withAggregates, type BenchmarkResult } from '../printing/googleBenchmark';
import { checkReport } from '../../engine/report/reportFile';
import { changesSince, finishedRun, keepRun } from '../running/history';
import { profileText } from '../printing/profileText';
import { ofThisShell } from '../running/iree';
import { print, printLine } from '../printing/print';
import { executed, sayOnStderr } from '../running/reported';
import { statisticsText } from '../printing/statisticsText';

/** The names that would be measured, for --benchmark_list_tests. */
async function names(options: BenchmarkOptions, signal: AbortSignal): Promise<readonly string[]> {
  const { dispatches: selectors = [] } = options;
  const dispatches = selectors.length === 0 ? [] : chosenDispatches(await listDispatches(options.run, signal, { selectors })).dispatches;
  const scopes = (options.scopes ?? []).map(benchmarkName);
  const whole = scopes.length + dispatches.length === 0 ? [benchmarkName(undefined)] : [];
  return [...whole, ...scopes, ...dispatches.map(dispatchName)].filter(nameFilter(options.filter));
}

/** ireereplay benchmark: the plan executed again and again. */
export const benchmark = command(job, ({ options, output }) =>
  executed(async (signal) => {
    if (output.listTests) {
      for (const name of await names(options, signal)) printLine(name);
      return 0;
    }
    await checkReport(output);
    const result = await work({ ...options, run: ofThisShell(options.run) }, () => undefined, signal, sayOnStderr);
    const all: readonly BenchmarkResult[] = withAggregates(
      output.occurrences ? result.rows : result.rows.filter(({ kind }) => kind !== 'occurrence'),
    );
    const aggregates = all.filter(({ aggregate }) => aggregate !== undefined);
    const only = (wanted: boolean): boolean => wanted && aggregates.length > 0;
    const kept = only(output.reportAggregatesOnly) ? aggregates : all;
    const shown = only(output.displayAggregatesOnly) ? aggregates : kept;
    const program = process.argv[1] ?? 'ireereplay';
    const timed = [...options.scopes, ...options.dispatches];
    const state = { state: signal.aborted ? 'cancelled' : 'done', result } as const;
    const run = { job: 'benchmark', subject: timed.join(', ') || 'the whole capture', options, state } as const;
    const changes = result.executables === undefined ? undefined : await changesSince(output.history, finishedRun<'benchmark'>(run));
    const parts = output.reportAggregatesOnly ? [] : result.rows.flatMap((row) => breakdownResults(row, changes));
    const uncompared = uncomparedSentence(options.run);
    const more = {
      ...(uncompared === undefined ? {} : { uncompared }),
      ...(changes === undefined ? {} : { run_before: runBeforeJson(changes) }),
    };
    const json = (rows: readonly BenchmarkResult[]): string =>
      benchmarkJson([...rows, ...parts], program, output.timeUnit, result.environment, more);
    const text = (rows: readonly BenchmarkResult[]): string =>
      (uncompared === undefined ? '' : `${uncompared}\n`) + benchmarkConsole(rows, output.timeUnit);
    print(output.format === 'json' ? json(shown) : text(shown) + breakdownText(result, changes));
    if (result.profile !== undefined) console.error(profileText(result.profile));
    if (result.deviceStatistics !== undefined) process.stderr.write(result.deviceStatistics);
    if (output.statistics) {
      if (output.format === 'json') process.stderr.write(statisticsText(result));
      else print(statisticsText(result));
    }
    if (output.out !== undefined) await writeFile(output.out, output.outFormat === 'json' ? json(kept) : text(kept));
    await keepRun<'benchmark'>(output, run);
    return signal.aborted ? 1 : 0;
  }),
);
