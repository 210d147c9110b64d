/** The kernels that a source defines, according to the captures of the workspace. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import * as path from 'node:path';
import type { FunctionFact, LocationFact } from '../captures/captureFacts';
import type { KernelLine } from '../../protocol/processes/languageServer';
import type { CaptureIndex, Found, KnownCapture } from '../captures/captureIndex';
import type { FollowedLines } from '../sources/followedLines';
import { matchSource, type PathPrefixes, type SourceMatch } from '../sources/sourceMatch';

export interface Kernel {
  readonly capture: KnownCapture;
  readonly fact: FunctionFact;
  readonly location: LocationFact;
  readonly match: SourceMatch;
  /** Why the file may not be what the kernel was compiled from; undefined where nothing speaks against it. */
  readonly doubt: Doubt | undefined;
}

/** Why a file may not be what a kernel was compiled from: in a lens, and in a sentence. */
export interface Doubt {
  readonly words: string;
  readonly sentence: string;
  /** The file was changed after the capture was recorded. */
  readonly changed: boolean;
}

/** Of the file, by line. Of several of a name it is that of the newest capture, and there one that is executed. */
export async function kernelsOf(file: string, captures: CaptureIndex, prefixes: PathPrefixes): Promise<readonly Kernel[]> {
  const name = path.basename(file);
  const found = captures.functions(({ locations }) => locations.some((one) => one.path.endsWith(name)));
  if (found.length === 0) return [];
  const state = await stateOf(file);
  const kernels = new Map<string, Kernel>();
  for (const { capture, fact } of found)
    for (const location of fact.locations) {
      const match = location.line === 0 ? undefined : matchSource(file, location.path, prefixes);
      const key = `${String(location.line)} ${fact.name}`;
      const before = kernels.get(key);
      const isBetter = before?.capture === capture && before.fact.record === undefined && fact.record !== undefined;
      if (match === undefined || (before !== undefined && !isBetter)) continue;
      kernels.set(key, { capture, fact, location, match, doubt: doubtOf(match, location, capture, state) });
    }
  return [...kernels.values()].toSorted((a, b) => a.location.line - b.location.line);
}

/** A kernel where its source has it by now. */
export interface PlacedKernel {
  readonly kernel: Kernel;
  /** From 0. */
  readonly line: number;
  /** Others stem from the same line. */
  readonly shares: boolean;
}

/** Those whose lines edits have not removed. */
export function placedKernels(kernels: readonly Kernel[], lines: FollowedLines): readonly PlacedKernel[] {
  const placed = kernels.flatMap((kernel) => {
    const line = lines.now(kernel.location.line - 1);
    return line === undefined ? [] : [{ kernel, line }];
  });
  return placed.map((one) => ({ ...one, shares: placed.some((other) => other !== one && other.line === one.line) }));
}

/** A file as it is now. */
export interface SourceState {
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** How many lines it has; absent for one that is too long to be read for that. */
  readonly lines?: number;
  /** Of its content, in hexadecimal; absent likewise. */
  readonly md5?: string;
}

/** What speaks against it; undefined where nothing does. Where the executable knows what was compiled, that decides, and nothing else. */
export function doubtOf(
  match: SourceMatch,
  location: LocationFact,
  capture: KnownCapture,
  state: SourceState | undefined,
): Doubt | undefined {
  if (location.md5 !== undefined && state?.md5 !== undefined)
    return location.md5 === state.md5
      ? undefined
      : { changed: true, words: 'other content', sentence: `its content is not what was compiled (${location.path})` };
  const doubts: Omit<Doubt, 'changed'>[] = [];
  const changed = state !== undefined && state.modified > capture.modified;
  if (match.how === 'suffix')
    doubts.push({ words: 'found by name', sentence: `found by the end of its path alone (compiled from ${location.path})` });
  if (changed) doubts.push({ words: 'changed since', sentence: `changed after ${path.basename(capture.path)} was recorded` });
  if (state?.lines !== undefined && state.lines < location.line)
    doubts.push({ words: 'too short', sentence: `it has no line ${String(location.line)}` });
  if (doubts.length === 0) return undefined;
  return { changed, words: doubts.map(({ words }) => words).join(', '), sentence: doubts.map(({ sentence }) => sentence).join(', ') };
}

/** Bytes of a source that is read, at most. */
const MOST_BYTES = 16 << 20;

/** Undefined for a file that is not there. */
export async function stateOf(file: string): Promise<SourceState | undefined> {
  try {
    const { mtimeMs, size } = await stat(file);
    if (size > MOST_BYTES) return { modified: mtimeMs };
    const bytes = await readFile(file);
    let lines = 1;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++;
    return { modified: mtimeMs, lines, md5: createHash('md5').update(bytes).digest('hex') };
  } catch {
    return undefined;
  }
}

/** What is told to the extension of a kernel at a line. */
export function kernelLine({ capture, fact, doubt }: Found<FunctionFact> & Partial<Pick<Kernel, 'doubt'>>, line: number): KernelLine {
  const { executable, ordinal, name, launches, record } = fact;
  const namesake = capture.functions.some((one) => one.name === name && one !== fact && one.record !== undefined);
  return {
    ...{ capture: capture.path, executable, ordinal, name, line, modified: capture.modified },
    ...(launches === undefined ? {} : { launches }),
    ...(record === undefined ? {} : { record }),
    ...(namesake ? { namesake } : {}),
    ...(doubt === undefined ? {} : { doubt: { words: doubt.words, sentence: doubt.sentence } }),
    ...(doubt?.changed === true ? { changed: doubt.changed } : {}),
  };
}
