/** Recording a profile of a replay: against the same replay unprofiled, and against IREE's profiled one, which drops events. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { prepareReplay, type ReplaySession } from '../engine/addon/replay';
import { reportText } from '../engine/jobs/reportText';
import type { ProfileRequest } from '../protocol/profile/profiling';
import { medianOf } from '../protocol/measurement/statistics';
import { fixture, model, repeated } from './captures';
import { ireeRepeated } from './iree';
import { inTurns, timeProgram } from './measure';
import { measuredRatio } from './ratio';
import { milliseconds, nanoseconds, times, ownLine, type Line } from './report';

const cli = path.join(__dirname, '..', 'bin', 'ireereplay');

/** Executions of a plan for one figure. */
const ITERATIONS = 10;

const DATA = ['queue-events', 'host-execution'] as const;

async function prepared(capture: string, device: string, profile?: ProfileRequest, workers?: number): Promise<ReplaySession> {
  const options = { ...(profile === undefined ? {} : { profile }), ...(workers === undefined ? {} : { workers }) };
  const { report, session } = await prepareReplay({ capture, devices: [device], fileRemaps: [], ...options });
  if (session === undefined) throw new Error(`${capture}: ${report.problems[0]?.message ?? 'cannot be replayed'}`);
  return session;
}

/** Nanoseconds of a dispatch: the median of some executions, after one that warms up. */
async function executed(capture: string, device: string, profile?: ProfileRequest): Promise<number> {
  const session = await prepared(capture, device, profile);
  const each: number[] = [];
  for (let i = 0; i <= ITERATIONS; i++) {
    const { executeNs, dispatches } = await session.run();
    each.push(Number(executeNs) / Number(dispatches));
  }
  session.close();
  return medianOf(each.slice(1));
}

/** What records into a file, of IREE's tools and ours. */
export const flagsFor = (file: string): string[] => [`--device_profiling_mode=${DATA.join(',')}`, `--device_profiling_output=${file}`];

async function repeatedLines(what: string, capture: string, device: string, iree: string, folder: string): Promise<Line[]> {
  const output = path.join(folder, 'output');
  const theirProfile = path.join(folder, 'theirs.ireeprof');
  const profile = { output: path.join(folder, 'ours.ireeprof'), data: DATA };
  const dispatches = 100_000;
  const bare: number[] = [];
  const { ours, theirs } = await inTurns(
    3,
    async () => {
      bare.push(await executed(capture, device));
      return executed(capture, device, profile);
    },
    () => ireeRepeated(capture, { device }, 5, iree, output, flagsFor(theirProfile)),
  );
  const [own, unprofiled, other] = [medianOf(ours), medianOf(bare), medianOf(theirs) / dispatches];
  return [
    {
      what: `recording queue events and host execution, ${what}, ${device}: added to a dispatch`,
      ours: `${nanoseconds(own - unprofiled)} to ${nanoseconds(unprofiled)}`,
      ...ownLine,
      target: 'at most 60 ns',
      met: own - unprofiled <= 60,
    },
    {
      what: `replay again and again while that is recorded, ${what}, ${device}, a dispatch`,
      ours: `${nanoseconds(own)}, ${String(await dropped(profile.output, iree, output))} records dropped`,
      iree: `${nanoseconds(other)}, ${String(await dropped(theirProfile, iree, output))} dropped`,
      ratio: `${times(other / own)} faster`,
      target: '5 times',
      met: other / own >= 5,
    },
  ];
}

/** Records that a profile says it has lost. */
async function dropped(profile: string, iree: string, output: string): Promise<number> {
  await timeProgram(path.join(iree, 'iree-profile'), ['explain', '--format=jsonl', profile], output);
  const [summary = ''] = readFileSync(output, 'utf8').split('\n');
  return (JSON.parse(summary) as { readonly dropped_records: number }).dropped_records;
}

async function wholeLine(what: string, capture: string, device: string, iree: string, folder: string): Promise<Line> {
  const output = path.join(folder, 'output');
  const [own, other] = ['ours.ireeprof', 'theirs.ireeprof'].map((name) => path.join(folder, name)) as [string, string];
  const flags = (file: string): string[] => [`--device=${device}`, ...flagsFor(file), capture];
  const { ours, theirs } = await inTurns(
    3,
    () => timeProgram(process.execPath, [cli, 'run', ...flags(own)], output),
    () => timeProgram(path.join(iree, 'iree-run-replay'), flags(other), output),
  );
  const [mine, iree_] = [medianOf(ours.map((run) => run.milliseconds)), medianOf(theirs.map((run) => run.milliseconds))];
  const [lost, theirLost] = [await dropped(own, iree, output), await dropped(other, iree, output)];
  return {
    what: `profiled replay, ${what}, ${device}, whole process and its bundle`,
    ours: `${milliseconds(mine)}, ${String(lost)} records dropped`,
    iree: `${milliseconds(iree_)}, ${String(theirLost)} dropped`,
    ratio: `${times(iree_ / mine)} faster`,
    target: 'faster, none dropped',
    met: mine < iree_ && lost === 0,
  };
}

/** Nanoseconds that all executions of a profile took, by the times of its functions and operations. */
async function totalOf(profile: string): Promise<number> {
  const [, ...rows] = (await reportText(profile, 'times', true)).trimEnd().split('\n');
  const times = rows.map((row) => JSON.parse(row) as { readonly record?: number; readonly total_ns: number });
  return times.filter(({ record }) => record === undefined).reduce((total, row) => total + row.total_ns, 0);
}

/** On one thread, where nothing runs side by side, what was executed makes up the whole. */
async function totalsLine(folder: string): Promise<Line> {
  const capture = model('block/block-mmap.task');
  const output = path.join(folder, 'totals.ireeprof');
  const bare = await prepared(capture, 'local-task', undefined, 1);
  const recorded = await prepared(capture, 'local-task', { output, data: DATA }, 1);
  await bare.run();
  await recorded.run();
  const rounds: { readonly total: number; readonly median: number }[] = [];
  for (let round = 0; round < 15; round++) {
    await recorded.run();
    rounds.push({ total: await totalOf(output), median: medianOf(Array.from((await bare.measure({ iterations: 5 })).times)) });
  }
  bare.close();
  recorded.close();
  const { median, low, high } = measuredRatio(rounds.map((round) => round.total / round.median));
  return {
    what: "a transformer block recorded, local-task with 1 thread: all of its executions together, to benchmark's median",
    ours: `${milliseconds(medianOf(rounds.map(({ total }) => total)) / 1e6)} to ${milliseconds(medianOf(rounds.map((round) => round.median)) / 1e6)}, ${median.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`,
    ...ownLine,
    target: 'the same within 5 %, but for noise',
    met: low <= 1.05 && high >= 0.95,
  };
}

/** All lines about recording. */
export async function profilingLines(iree: string, folder: string): Promise<Line[]> {
  const commandBuffers = await repeated('command-buffers-1k', 100);
  const reused = fixture('reused-command-buffer-100k');
  const lines: Line[] = [];
  for (const device of ['local-sync', 'local-task']) {
    lines.push(...(await repeatedLines('100k dispatches in command buffers', commandBuffers, device, iree, folder)));
    lines.push(...(await repeatedLines('a command buffer executed 1,000 times', reused, device, iree, folder)));
    lines.push(await wholeLine('100k dispatches in command buffers', commandBuffers, device, iree, folder));
  }
  lines.push(await totalsLine(folder));
  return lines;
}
