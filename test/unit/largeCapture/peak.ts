/** This process's peak memory, in bytes. */
import { readFileSync } from 'node:fs';

export function peakBytes(): number {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  if (kibibytes === undefined) throw new Error('This system does not report the peak memory of a process.');
  return Number(kibibytes) * 1024;
}
