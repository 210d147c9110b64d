/** Times whole programs and calls, always alternating between two sides, so that a busy moment hits both. */
import { spawn } from 'node:child_process';
import { openSync, closeSync, readFileSync } from 'node:fs';

/** What one run of a program took. */
export interface ProgramRun {
  readonly milliseconds: number;
  /** Largest resident set seen, in MiB. */
  readonly peakMebibytes: number;
}

/** Between two samples of a program's memory. */
const lookMilliseconds = 4;

/** Of a process and its children: IREE's tools are started by a script. */
function residentPeak(pid: number): number {
  try {
    const proc = `/proc/${String(pid)}`;
    const match = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`${proc}/status`, 'utf8'));
    const children = readFileSync(`${proc}/task/${String(pid)}/children`, 'utf8')
      .split(' ')
      .filter(Boolean);
    return Math.max(Number(match?.[1] ?? 0) / 1024, ...children.map((child) => residentPeak(Number(child))));
  } catch {
    return 0; // it has ended
  }
}

/** Runs a program that must succeed, with its output in a file and `environment` added to its own. */
export async function timeProgram(
  program: string,
  args: readonly string[],
  output: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<ProgramRun> {
  const target = openSync(output, 'w');
  const begin = process.hrtime.bigint();
  // A site's own certificates cost each start of Node some 50 ms, which is not ours to count.
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: '', ...environment };
  const child = spawn(program, args, { stdio: ['ignore', target, 'pipe'], env });
  let peakMebibytes = 0;
  let complaint = '';
  child.stderr?.on('data', (data: Buffer) => (complaint += data.toString()));
  const timer = setInterval(() => {
    peakMebibytes = Math.max(peakMebibytes, residentPeak(child.pid ?? 0));
  }, lookMilliseconds);
  const { code, end } = await new Promise<{ code: number | null; end: bigint }>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (status) => {
      resolve({ code: status, end: process.hrtime.bigint() });
    });
  });
  clearInterval(timer);
  closeSync(target);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}: ${complaint}`);
  return { milliseconds: Number(end - begin) / 1e6, peakMebibytes };
}

/** Runs both sides in turns and returns what each returned. */
export async function inTurns<A, B>(times: number, ours: () => Promise<A>, theirs: () => Promise<B>): Promise<{ ours: A[]; theirs: B[] }> {
  const results: { ours: A[]; theirs: B[] } = { ours: [], theirs: [] };
  for (let i = 0; i < times; i++) {
    results.ours.push(await ours());
    results.theirs.push(await theirs());
  }
  return results;
}
