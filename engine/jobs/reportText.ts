/** An answer about a profile as a text, for who reads it on: it goes through a file, as the core writes to nothing else. */
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { reportProfile, UNFILTERED } from '../addon/profile';

/** Rejects as reportProfile() does. */
export async function reportText(
  profile: string,
  question: string,
  jsonl: boolean,
  signal?: AbortSignal,
  filter: string = UNFILTERED.filter,
): Promise<string> {
  const folder = await fs.mkdtemp(path.join(tmpdir(), 'iree-replay-report-'));
  try {
    const text = path.join(folder, 'report');
    const file = await fs.open(text, 'w');
    try {
      await reportProfile(profile, question, { ...UNFILTERED, filter, jsonl }, file.fd, signal);
    } finally {
      await file.close();
    }
    return await fs.readFile(text, 'utf8');
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
