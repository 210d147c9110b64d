/**
 * One checkout's engine against another's, alternately: how soon a benchmark of one dispatch starts measuring. Both are asked as the editor
 * asks, in an engine process that is running and has read the capture before.
 */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { startEngine, type EngineProcess } from '../../engine/process/engineProcess';
import { medianOf } from '../../protocol/measurement/statistics';
import { model, repeated } from '../captures';
import { milliseconds, times } from '../report';

/** How often each side does the job, after one uncounted time. */
const rounds = 10;
/** The unit of /proc/PID/stat (man 5 proc; Linux has it fixed for what a process sees). */
const ticksPerSecond = 100;

interface Case {
  readonly what: string;
  readonly capture: string;
  readonly dispatch: string;
}

/** Processes that this one has started. */
const children = (): readonly number[] =>
  readFileSync(`/proc/self/task/${String(process.pid)}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);

/** Milliseconds of processor time that a process has used. */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  // After the name, which may contain anything: state, and so on to utime and stime, fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

interface Side {
  readonly engine: EngineProcess;
  readonly pid: number;
  readonly wallMs: number[];
  processorMs: number;
}

function start(checkout: string): Side {
  const before = new Set(children());
  const engine = startEngine(path.join(checkout, 'dist', 'engine.js'), (line) => console.error(line));
  const pid = children().find((child) => !before.has(child));
  if (pid === undefined) throw new Error(`the engine of ${checkout} has not started`);
  return { engine, pid, wallMs: [], processorMs: 0 };
}

/** From the request to the end of the first iteration, the only one measured. */
async function once(side: Side, { capture, dispatch }: Case): Promise<void> {
  const run = { capture, devices: ['local-sync'], fileRemaps: [] };
  const options = { run, scopes: [], dispatches: [dispatch], minTime: { iterations: 1 } };
  const processor = processorMs(side.pid);
  const begin = performance.now();
  const ended = await side.engine.start('benchmark', options, () => undefined, new AbortController().signal);
  if (ended.state !== 'done' || ended.result.rows.length !== 1) throw new Error(JSON.stringify(ended));
  side.wallMs.push(performance.now() - begin);
  side.processorMs += processorMs(side.pid) - processor;
}

async function line(one: Case, before: string, after: string): Promise<string> {
  const sides = [start(before), start(after)];
  for (const side of sides) {
    await once(side, one);
    side.wallMs.length = side.processorMs = 0;
  }
  for (let round = 0; round < rounds; round++) for (const side of sides) await once(side, one);
  for (const { engine } of sides) engine.dispose();
  const [[wall, processor] = [NaN, NaN], [ourWall, ourProcessor] = [NaN, NaN]] = sides.map((side): [number, number] => [
    medianOf(side.wallMs),
    side.processorMs / rounds,
  ]);
  const cells = [milliseconds(processor), milliseconds(ourProcessor), times(processor / ourProcessor)];
  return `| ${[one.what, ...cells, milliseconds(wall), milliseconds(ourWall), times(wall / ourWall)].join(' | ')} |`;
}

/** The table in Markdown; both are folders of built checkouts. */
export async function dispatchTable(before: string, after: string): Promise<string> {
  const cases: readonly Case[] = [
    {
      what: 'in the middle of 100k in command buffers',
      capture: await repeated('command-buffers-1k', 100),
      dispatch: '102527',
    },
    { what: 'in the middle of 100k queue dispatches', capture: await repeated('queue-dispatches-1k', 100), dispatch: '50024' },
    { what: 'squeezenet, in the middle', capture: model('squeezenet/squeezenet-light.task'), dispatch: '74' },
    { what: 'squeezenet, the last', capture: model('squeezenet/squeezenet-light.task'), dispatch: '129' },
  ];
  const lines: string[] = [];
  for (const one of cases) lines.push(await line(one, before, after));
  return [
    '| which dispatch | processor time before | after | sooner | wall time before | after | sooner |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}
