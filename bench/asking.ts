/** What is asked of a profile, against iree-profile on the same bundle, which our engine recorded; and how large bundles are. */
import { statSync } from 'node:fs';
import * as path from 'node:path';
import { reportText } from '../engine/jobs/reportText';
import { medianOf } from '../protocol/measurement/statistics';
import { fixture, repeated } from './captures';
import { inTurns, timeProgram } from './measure';
import { flagsFor } from './profiling';
import { milliseconds, times, type Line } from './report';

const cli = path.join(__dirname, '..', 'bin', 'ireereplay');

const DEVICE = '--device=local-sync';

/** Whole processes, output to a file; and of ours what Node takes to start and to end with nothing to do, which the editor does not wait for. */
async function questionLines(question: string, bundle: string, iree: string, output: string): Promise<Line[]> {
  const flags = question === 'export' ? ['--format=ireeperf-jsonl', '--output=-', bundle] : ['--format=text', bundle];
  const nothing: Awaited<ReturnType<typeof timeProgram>>[] = [];
  const { ours, theirs } = await inTurns(
    5,
    async () => {
      nothing.push(await timeProgram(process.execPath, ['-e', '0'], output));
      return timeProgram(process.execPath, [cli, 'profile', question, ...flags], output);
    },
    () => timeProgram(path.join(iree, 'iree-profile'), [question, ...flags], output),
  );
  const [own, other] = [ours, theirs].map((runs) => medianOf(runs.map((run) => run.milliseconds))) as [number, number];
  const [memory, otherMemory] = [ours, theirs].map((runs) => Math.max(...runs.map((run) => run.peakMebibytes))) as [number, number];
  const start = medianOf(nothing.map((run) => run.milliseconds));
  const empty = Math.min(...nothing.map((run) => run.peakMebibytes));
  const mebibytes = statSync(bundle).size / 2 ** 20;
  const what = `profile ${question}, a bundle of ${mebibytes.toFixed(0)} MiB`;
  return [
    {
      what: `${what}, whole process`,
      ours: milliseconds(own),
      iree: milliseconds(other),
      ratio: `${times(other / own)} faster`,
      target: '2 times',
      met: other / own >= 2,
    },
    {
      what: `${what}, less Node's start of ${milliseconds(start)}`,
      ours: milliseconds(own - start),
      iree: milliseconds(other),
      ratio: `${times(other / (own - start))} faster`,
      target: '2 times',
      met: other / (own - start) >= 2,
    },
    {
      what: `${what}, peak memory`,
      ours: `${memory.toFixed(0)} MiB`,
      iree: `${otherMemory.toFixed(0)} MiB`,
      ratio: (memory / otherMemory).toFixed(2),
      target: 'at most a fifth of the bundle',
      met: memory <= mebibytes / 5,
    },
    {
      what: `${what}, peak memory less Node's ${empty.toFixed(0)} MiB`,
      ours: `${(memory - empty).toFixed(0)} MiB`,
      iree: `${otherMemory.toFixed(0)} MiB`,
      ratio: ((memory - empty) / otherMemory).toFixed(2),
      target: 'at most a fifth of the bundle',
      met: memory - empty <= mebibytes / 5,
    },
  ];
}

/** Bytes of a bundle for each event in it. */
async function bytesOfAnEvent(bundle: string): Promise<number> {
  const [first = '{}'] = (await reportText(bundle, 'summary', true)).split('\n');
  const { queue_event_records: queue, host_execution_event_records: host } = JSON.parse(first) as Readonly<Record<string, number>>;
  return statSync(bundle).size / ((queue ?? NaN) + (host ?? NaN));
}

/** Of a capture small enough that IREE drops nothing. */
async function sizeLine(iree: string, folder: string): Promise<Line> {
  const capture = fixture('command-buffers-1k');
  const output = path.join(folder, 'output');
  const [own, other] = ['ours.ireeprof', 'theirs.ireeprof'].map((name) => path.join(folder, name)) as [string, string];
  await timeProgram(process.execPath, [cli, 'run', DEVICE, ...flagsFor(own), capture], output);
  await timeProgram(path.join(iree, 'iree-run-replay'), [DEVICE, ...flagsFor(other), capture], output);
  const [mine, theirs] = [await bytesOfAnEvent(own), await bytesOfAnEvent(other)];
  return {
    what: 'profile of queue events and host execution, 1k dispatches in command buffers, an event',
    ours: `${mine.toFixed(0)} B`,
    iree: `${theirs.toFixed(0)} B`,
    ratio: (mine / theirs).toFixed(2),
    target: 'at most 1',
    met: mine <= theirs,
  };
}

/** All lines about asking. */
export async function askingLines(iree: string, folder: string): Promise<Line[]> {
  const output = path.join(folder, 'output');
  const bundle = path.join(folder, 'asked.ireeprof');
  const capture = await repeated('command-buffers-1k', 900);
  await timeProgram(process.execPath, [cli, 'run', DEVICE, ...flagsFor(bundle), capture], output);
  const lines = [await sizeLine(iree, folder)];
  for (const question of ['summary', 'explain', 'dispatch', 'export']) lines.push(...(await questionLines(question, bundle, iree, output)));
  return lines;
}
