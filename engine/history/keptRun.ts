/** The form of a saved run: what is read back has it, or is not shown. */
import * as v from 'valibot';
import { benchmark } from '../../protocol/jobs/benchmark';
import { bisect, bisectResult } from '../../protocol/jobs/bisect';
import { benchmarkResult } from '../../protocol/jobs/benchmarkRow';
import { runCrash } from '../../protocol/jobs/crash';
import type { Job } from '../../protocol/jobs/job';
import { count, problem } from '../../protocol/jobs/problem';
import { run } from '../../protocol/jobs/run';
import { runResult } from '../../protocol/jobs/runResult';
import { substitute } from '../../protocol/jobs/substitute';
import { substituteResult } from '../../protocol/jobs/substitutionResult';
import { verificationResult } from '../../protocol/jobs/verificationResult';
import { verify } from '../../protocol/jobs/verify';
import type { BenchmarkRow } from '../../protocol/measurement/benchmark';
import type { MeasuredRun } from '../../protocol/results/results';
import type { PairedRow } from '../../protocol/replay/substitution';

const settings = v.object({
  engine: v.picklist(['native', 'iree']),
  device: v.string(),
  workers: v.exactOptional(count),
  fileRemaps: v.array(v.string()),
  assumeHostSignals: v.boolean(),
  allowFileWrites: v.boolean(),
  guardBuffers: v.boolean(),
});

const diagnostic = v.object({
  severity: v.picklist(['error', 'warning', 'note']),
  file: v.string(),
  line: count,
  column: count,
  message: v.string(),
});

const runOf = ({ name, options }: Job, result: v.GenericSchema) =>
  v.object({
    job: v.literal(name),
    id: v.string(),
    capture: v.string(),
    subject: v.string(),
    started: v.string(),
    settings,
    options,
    commandLine: v.string(),
    state: v.variant('state', [
      v.object({ state: v.literal('idle') }),
      v.object({ state: v.literal('running') }),
      v.object({ state: v.literal('done'), result }),
      v.object({ state: v.literal('refused'), problems: v.array(problem) }),
      v.object({
        state: v.literal('failed'),
        problem,
        diagnostics: v.exactOptional(v.array(diagnostic)),
        output: v.exactOptional(v.string()),
      }),
      v.object({ state: v.literal('cancelled'), result: v.exactOptional(result), interrupted: v.exactOptional(v.literal(true)) }),
      v.object({ state: v.literal('crashed'), crash: runCrash }),
    ]),
  });

const measuredRun = v.variant('job', [
  runOf(benchmark, benchmarkResult),
  runOf(verify, verificationResult),
  runOf(substitute, substituteResult),
  runOf(bisect, bisectResult),
  runOf(run, runResult),
]);

const timesOf = (list: Iterable<number>): Float64Array => Float64Array.from(list);

const withParts = ({ breakdown }: BenchmarkRow): Pick<BenchmarkRow, 'breakdown'> =>
  breakdown === undefined
    ? {}
    : {
        breakdown: {
          ...breakdown,
          parts: breakdown.parts.map(({ samples, ...part }) => ({
            ...part,
            ...(samples === undefined ? {} : { samples: timesOf(samples) }),
          })),
        },
      };

const withPairs = (row: PairedRow): PairedRow => ({ ...row, original: timesOf(row.original), candidate: timesOf(row.candidate) });

/** The run with its lists of times as bytes, which is how they cross from here on. */
function withTimes(run: MeasuredRun): MeasuredRun {
  const result = 'result' in run.state ? run.state.result : undefined;
  if (result === undefined) return run;
  const read =
    'rows' in result
      ? { ...result, rows: result.rows.map((row) => ({ ...row, ...withParts(row), samples: timesOf(row.samples) })) }
      : 'candidates' in result && !('tests' in result)
        ? { ...result, candidates: result.candidates.map((one) => ({ ...one, rows: one.rows.map(withPairs) })) }
        : result;
  return { ...run, state: { ...run.state, result: read } } as MeasuredRun;
}

/** The run in a value; or a message saying what is wrong with it, with the field. */
export function keptRun(value: unknown): MeasuredRun | string {
  const { success, issues } = v.safeParse(measuredRun, value, { abortEarly: true });
  if (success) return withTimes(value as MeasuredRun);
  const [issue] = issues;
  return `${v.getDotPath(issue) ?? 'the line'}: ${issue.message}`;
}
