/** The most memory that this process has had, in bytes. */
import { readFileSync } from 'node:fs';

export function peakBytes(): number {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  if (kibibytes === undefined) throw new Error('This system does not say what memory a process has had.');
  return Number(kibibytes) * 1024;
}
