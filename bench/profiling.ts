/** Recording a profile of a replay: against the same replay unprofiled, and against IREE's profiled one, which drops events. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { prepareReplay } from '../engine/addon/replay';
import type { ProfileRequest } from '../protocol/jobs/profiling';
import { medianOf } from '../protocol/statistics';
import { fixture, repeated } from './captures';
import { inTurns, timeProgram } from './measure';
import { milliseconds, nanoseconds, times, type Line } from './report';

const cli = path.join(__dirname, '..', 'bin', 'ireereplay');

/** Executions of a plan for one figure. */
const ITERATIONS = 10;

const DATA = ['queue-events', 'host-execution'] as const;

/** Nanoseconds of the fastest of some executions, a dispatch, and how many dispatches one has. */
async function executed(capture: string, device: string, profile?: ProfileRequest): Promise<number> {
  const recording = profile === undefined ? {} : { profile };
  const { report, session } = await prepareReplay({ capture, devices: [device], fileRemaps: [], ...recording });
  if (session === undefined) throw new Error(`${capture}: ${report.problems[0]?.message ?? 'cannot be replayed'}`);
  const each: number[] = [];
  for (let i = 0; i <= ITERATIONS; i++) {
    const { executeNs, dispatches } = await session.run();
    each.push(Number(executeNs) / Number(dispatches));
  }
  session.close();
  return medianOf(each.slice(1));
}

async function addedLine(what: string, capture: string, device: string, folder: string): Promise<Line> {
  const profile = { output: path.join(folder, 'added.ireeprof'), data: DATA };
  const { ours, theirs } = await inTurns(
    5,
    () => executed(capture, device, profile),
    () => executed(capture, device),
  );
  const [profiled, bare] = [medianOf(ours), medianOf(theirs)];
  return {
    what: `recording queue events and host execution, ${what}, ${device}: added to a dispatch`,
    ours: `${nanoseconds(profiled - bare)} (${nanoseconds(profiled)}, unprofiled ${nanoseconds(bare)})`,
    iree: '',
    ratio: '',
    target: 'at most 60 ns',
    met: profiled - bare <= 60,
  };
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
  const flags = (file: string): string[] => [
    `--device=${device}`,
    `--device_profiling_mode=${DATA.join(',')}`,
    `--device_profiling_output=${file}`,
    capture,
  ];
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
    target: '5 times, none dropped',
    met: iree_ / mine >= 5 && lost === 0,
  };
}

/** All lines about recording. */
export async function profilingLines(iree: string, folder: string): Promise<Line[]> {
  const commandBuffers = await repeated('command-buffers-1k', 100);
  const reused = fixture('reused-command-buffer-100k');
  const lines: Line[] = [];
  for (const device of ['local-sync', 'local-task']) {
    lines.push(await addedLine('100k dispatches in command buffers', commandBuffers, device, folder));
    lines.push(await addedLine('a command buffer executed 1,000 times', reused, device, folder));
    lines.push(await wholeLine('100k dispatches in command buffers', commandBuffers, device, iree, folder));
  }
  return lines;
}
