/** The language server over a workspace of many captures: how long until all of them are known, what that takes, and how soon it answers. */
import { linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { WorkspaceSymbolRequest } from 'vscode-languageserver-protocol/node';
import { repeatScope } from '../engine/addon/capture';
import { medianOf } from '../protocol/measurement/statistics';
import { served, type Served } from '../test/servedLanguage';
import { milliseconds, ownLine, seconds, type Line } from './report';

const fixtures = path.join(__dirname, '..', 'test', 'fixtures');

/** Captures of a kernel in C, each of so many records. */
const CAPTURES = 200;
const RECORDS = 50_000;
/** Of the scope that is repeated. */
const RECORDS_OF_RUN = 34;

/** Sources that are opened, one after the other, each for the first time. */
const OPENINGS = 20;

const own = (what: string, ours: string, target: string, met: boolean): Line => ({ what, ours, ...ownLine, target, met });

/** Megabytes, of the most that the process ever had resident. */
function peakOf(pid: number): number {
  return (1024 * Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1])) / 1e6;
}

/** Resolves when the server knows all captures: the kernel of each is a symbol of the workspace. */
async function allKnown({ connection }: Served): Promise<void> {
  for (;;) {
    const found = (await connection.sendRequest(WorkspaceSymbolRequest.type, { query: 'elementwise_mul' })) ?? [];
    if (found.length >= CAPTURES) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** From the start of a server until all is known, and its memory by then. */
async function start(folder: string, storage: string): Promise<{ readonly server: Served; readonly took: number; readonly peak: number }> {
  const begin = performance.now();
  const server = await served(folder, { storage });
  await allKnown(server);
  return { server, took: performance.now() - begin, peak: peakOf(server.pid) };
}

/** All lines about the language server. */
export async function languageServerLines(folder: string): Promise<Line[]> {
  const workspace = path.join(folder, 'workspace');
  const storage = path.join(folder, 'storage');
  mkdirSync(workspace);
  const first = path.join(folder, 'first.ireereplay');
  await repeatScope(path.join(fixtures, 'small.ireereplay'), first, 'execute', Math.ceil(RECORDS / RECORDS_OF_RUN));
  // The same bytes under each name: to the server they are files of their own.
  for (let i = 0; i < CAPTURES; i++) linkSync(first, path.join(workspace, `${String(i)}.ireereplay`));
  const text = readFileSync(path.join(fixtures, 'kernels', 'elementwise.c'), 'utf8');

  const cold = await start(workspace, storage);
  const lenses: number[] = [];
  for (let i = 0; i < OPENINGS; i++) {
    const name = `${String(i)}/elementwise.c`;
    mkdirSync(path.join(workspace, String(i)));
    writeFileSync(path.join(workspace, name), text);
    const begin = performance.now();
    const there = await cold.server.lenses(cold.server.open(name, 'c', text));
    lenses.push(performance.now() - begin);
    if (there.length === 0) throw new Error('the source of a kernel has no lens');
  }
  const peak = Math.max(cold.peak, peakOf(cold.server.pid));
  await cold.server.end();
  const warm = await start(workspace, storage);
  await warm.server.end();
  return [
    own(
      `${String(CAPTURES)} captures of ${(RECORDS / 1000).toFixed(0)} thousand records, from the server's start until all are known`,
      seconds(cold.took),
      '',
      true,
    ),
    own('the same, when nothing has changed since', seconds(warm.took), 'nothing is read again', warm.took < cold.took / 5),
    own('largest memory of the server', `${peak.toFixed(0)} MB`, 'under 300 MB', peak < 300),
    own(
      'from the opening of a source until its lenses are there',
      `${milliseconds(medianOf(lenses))} (${milliseconds(Math.max(...lenses))})`,
      'within 100 ms',
      Math.max(...lenses) <= 100,
    ),
  ];
}
