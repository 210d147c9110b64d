/** The kernels that a source defines, according to the captures of the workspace. */
import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import type { FunctionFact, LocationFact } from '../captures/captureFacts';
import type { CaptureIndex, KnownCapture } from '../captures/captureIndex';
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
}

/** Of the file, by line. One that several captures have is that of the newest of them. */
export async function kernelsOf(file: string, captures: CaptureIndex, prefixes: PathPrefixes): Promise<readonly Kernel[]> {
  const name = path.basename(file);
  const modified = await modifiedAt(file);
  const seen = new Set<string>();
  return captures
    .functions(({ locations }) => locations.some((one) => one.path.endsWith(name)))
    .flatMap(({ capture, fact }) =>
      fact.locations.flatMap((location) => {
        const match = location.line === 0 ? undefined : matchSource(file, location.path, prefixes);
        const key = `${String(location.line)} ${fact.name}`;
        if (match === undefined || seen.has(key)) return [];
        seen.add(key);
        return [{ capture, fact, location, match, doubt: doubtOf(match, location, capture, modified) }];
      }),
    )
    .toSorted((a, b) => a.location.line - b.location.line);
}

/** What speaks against it; undefined where nothing does. */
export function doubtOf(
  match: SourceMatch,
  location: LocationFact,
  capture: KnownCapture,
  modified: number | undefined,
): Doubt | undefined {
  const doubts: Doubt[] = [];
  if (match.how === 'suffix')
    doubts.push({ words: 'found by name', sentence: `found by the end of its path alone (compiled from ${location.path})` });
  if (modified !== undefined && modified > capture.modified)
    doubts.push({ words: 'changed since', sentence: `changed after ${path.basename(capture.path)} was recorded` });
  if (doubts.length === 0) return undefined;
  return { words: doubts.map(({ words }) => words).join(', '), sentence: doubts.map(({ sentence }) => sentence).join(', ') };
}

/** Milliseconds since 1970; undefined for a file that is not there. */
export async function modifiedAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return undefined;
  }
}
