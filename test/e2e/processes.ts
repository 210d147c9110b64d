/** The processes of a VS Code server: what runs below it, and what each of them holds. Linux only, as the server of the tests. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** `USER_HZ`: what the kernel tells times of processes in, on every architecture that VS Code runs on. */
const TICKS_A_SECOND = 100;

export interface Process {
  readonly pid: number;
  readonly commandLine: string;
}

/** A process that executes captured code. */
export const isEngine = ({ commandLine }: Process): boolean => commandLine.includes('engine.js');

/** Everything that `root` has started and that still runs, however far below it. */
export function processesBelow(root: number): readonly Process[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = /^PPid:\s*(\d+)$/m.exec(contents(`/proc/${name}/status`))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const below = (pid: number | undefined): boolean => pid !== undefined && (pid === root || below(parents.get(pid)));
  return [...parents]
    .filter(([, parent]) => below(parent))
    .map(([pid]) => ({ pid, commandLine: contents(`/proc/${pid}/cmdline`).replaceAll('\0', ' ') }));
}

/** Bytes of memory that a process has resident; 0 of one that has ended. */
export function residentBytes(pid: number): number {
  return 1024 * Number(/^VmRSS:\s*(\d+) kB$/m.exec(contents(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** The processor time, in seconds, of the thread of a process that has used most, leaving out its main one; 0 of a process that has ended. */
export function busiestThread(pid: number): number {
  const threads = existing(() => readdirSync(`/proc/${pid}/task`).join(' ')).match(/\d+/g) ?? [];
  const ticks = threads.map((thread) => {
    // What follows the name, which may hold anything: the third field and on, of which the 14th is the time in user mode (proc(5)).
    const fields = contents(`/proc/${pid}/task/${thread}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(thread) === pid ? 0 : Number(fields[14 - 3] ?? 0);
  });
  return Math.max(0, ...ticks) / TICKS_A_SECOND;
}

/** What the descriptors of a process are open on. */
export function openFiles(pid: number): readonly string[] {
  return readdirSync(`/proc/${pid}/fd`).map((name) => existing(() => readlinkSync(`/proc/${pid}/fd/${name}`)));
}

function contents(file: string): string {
  return existing(() => readFileSync(file, 'utf8'));
}

/** Processes end and close files while they are looked at. */
function existing(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
