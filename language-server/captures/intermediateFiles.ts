/** Where a kernel is in what iree-compile has left beside its capture, stage by stage. */
import { open, readdir, readFile, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { openCapture } from '../../engine/addon/capture';
import { executableBinary } from '../../engine/kernels/export';
import { intermediateOf, lineOfKernel, mayHave, STAGE_ORDER, type Stage } from '../../engine/kernels/intermediates';
import type { FunctionFact } from './captureFacts';
import type { KnownCapture } from './captureIndex';

export interface StageFile {
  readonly stage: Stage;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Why it may be of another executable than the one that was captured; absent where the binary beside it is that one, byte for byte. */
  readonly doubt?: string;
}

/** Entries of folders that are looked at, and bytes of a text that is read, at most. */
const MOST_ENTRIES = 20_000;
const MOST_BYTES = 32 << 20;

/** Of a kernel, in the order of the stages: in the capture's folder, the folders in it, and those that are named. Rejects with the signal's reason. */
export async function intermediatesOf(
  capture: KnownCapture,
  fact: FunctionFact,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<readonly StageFile[]> {
  const candidates: { readonly file: string; readonly stage: Stage; readonly stem: string }[] = [];
  for (const folder of await foldersOf(path.dirname(capture.path), folders)) {
    signal.throwIfAborted();
    for (const name of (await readdir(folder).catch(() => [])).slice(0, MOST_ENTRIES)) {
      const intermediate = intermediateOf(name);
      if (intermediate !== undefined && mayHave(intermediate.stem, fact.name))
        candidates.push({ file: path.join(folder, name), ...intermediate });
    }
  }
  const found: Omit<StageFile, 'doubt'>[] = [];
  for (const { file, stage } of candidates) {
    signal.throwIfAborted();
    const line = lineOfKernel(await textOf(file), stage, fact.name);
    if (line !== undefined) found.push({ file, stage, line });
  }
  if (found.length === 0) return [];
  const same = await foldersOfTheBinary(capture, fact, new Set(found.map(({ file }) => path.dirname(file))));
  return found
    .toSorted((a, b) => STAGE_ORDER.indexOf(a.stage) - STAGE_ORDER.indexOf(b.stage) || a.file.localeCompare(b.file))
    .map((one) =>
      same.has(path.dirname(one.file)) ? one : { ...one, doubt: 'named after the kernel, which may have been compiled otherwise' },
    );
}

/** Each once. */
async function foldersOf(beside: string, named: readonly string[]): Promise<readonly string[]> {
  const below = await readdir(beside, { withFileTypes: true }).catch(() => []);
  return [...new Set([beside, ...below.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(beside, name)), ...named])];
}

async function textOf(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    return size > MOST_BYTES ? '' : await readFile(file, 'utf8');
  } catch {
    return '';
  }
}

/** Those that have a file with the bytes that were captured. */
async function foldersOfTheBinary(
  { path: file, executables }: KnownCapture,
  { executable }: FunctionFact,
  folders: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const same = new Set<string>();
  const fact = executables.find(({ id }) => id === executable);
  if (fact === undefined) return same;
  const capture = await openCapture(file);
  try {
    await capture.index();
    const summary = (await capture.summary()).executables.find(({ id }) => id === executable);
    if (summary === undefined) return same;
    const binary = await executableBinary(capture, summary);
    for (const folder of folders)
      for (const name of await readdir(folder).catch(() => []))
        if (/\.(?:so|spv|ptx|hsaco|bin)$/.test(name) && (await isSame(path.join(folder, name), binary))) same.add(folder);
  } catch {
    // What cannot be compared is in doubt.
  } finally {
    capture.close();
  }
  return same;
}

async function isSame(file: string, bytes: Uint8Array): Promise<boolean> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return false;
  try {
    const { size } = await handle.stat();
    return size === bytes.length && Buffer.compare(await handle.readFile(), bytes) === 0;
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}
