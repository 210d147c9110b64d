/** The lines of an answer about a profile, as they are made: a pipe holds what is between writing and reading, and never more. */
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportProfile, UNFILTERED } from '../addon/profile';
import type { TableQuestion } from '../../protocol/profile/profile';
import { runProgram } from '../programs/program';

/** The ends of a new pipe: what is read does not block, what is written waits until there is room. */
async function pipe(): Promise<{ readonly reader: number; readonly writer: number }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ireereplay-pipe-'));
  try {
    const file = path.join(folder, 'pipe');
    const made = await runProgram('mkfifo', [file]);
    if (made.status !== 0) throw new Error(`a pipe could not be created: ${made.stderr.trim()}`);
    const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    return { reader, writer: openSync(file, constants.O_WRONLY) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is unusual about the profile is in `notice` at the end. Throws as reportProfile() does, after what is whole. */
export async function* exportLines(
  profile: string,
  question: 'export' | 'workers' | 'bindings' | 'hotspots' | 'samples' | TableQuestion,
  notice: (sentence: string) => void,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const { reader, writer } = await pipe();
  const written = reportProfile(profile, question, { ...UNFILTERED, jsonl: true }, writer, signal).finally(() => {
    closeSync(writer);
  });
  // Whoever awaits it below is told; until then a failure is not one that nobody handles.
  written.catch(() => undefined);
  const socket = new Socket({ fd: reader, readable: true, writable: false });
  try {
    let rest = '';
    for await (const piece of socket.setEncoding('utf8')) {
      const lines = (rest + String(piece)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    const sentence = await written;
    if (sentence !== undefined) notice(sentence);
  } finally {
    socket.destroy();
  }
}
