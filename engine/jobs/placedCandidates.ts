/** Files in the place of captured executables, as devices of the user's IREE take them. */
import * as path from 'node:path';
import type { ExecutableSummary } from '../../protocol/capture/capture';
import { wildcards } from '../../protocol/base/wildcards';
import type { RunOptions } from '../../protocol/replay/run';
import type { Candidate } from '../../protocol/replay/substitution';
import type { U64 } from '../../protocol/base/u64';
import { openCapture } from '../addon/capture';
import { writeCandidate, type FittedCandidate } from '../addon/repetitions';
import { buildKernel } from '../kernels/build';
import { isSource } from '../kernels/substitutes';

/** A candidate, by the captured executables that it replaces. */
export type PlacedCandidate = ReadonlyMap<U64, FittedCandidate>;

/** The executables that a capture prepares. */
export async function capturedExecutables(capture: string, signal: AbortSignal): Promise<readonly ExecutableSummary[]> {
  const opened = await openCapture(capture);
  try {
    await opened.index(undefined, signal);
    return (await opened.summary()).executables;
  } finally {
    opened.close();
  }
}

/** "SELECTOR@FORMAT=PATH", in parts. */
interface Substitution {
  readonly selector: string;
  readonly format: string | undefined;
  readonly file: string;
}

function substitutionOf(text: string): Substitution {
  const equals = text.indexOf('=');
  const [selector = '', format] = text.slice(0, equals).split('@');
  const file = text.slice(equals + 1);
  if (equals > 0 && selector !== '' && format !== '' && file !== '') return { selector, format, file };
  throw new Error(`--replay_executable_substitution=${text} is not SELECTOR=PATH or SELECTOR@FORMAT=PATH`);
}

/** As IREE's flags write numbers. */
const numberOf = (text: string): bigint | undefined => {
  const octal = /^0([0-7]+)$/.exec(text)?.[1];
  return /^(0[xX][\da-fA-F]+|\d+)$/.test(text) ? BigInt(octal === undefined ? text : `0o${octal}`) : undefined;
};

/** Those that the selector means: "all", "fn:PATTERN" or an id. Throws for one that means none. */
function meantBy(selector: string, all: readonly ExecutableSummary[]): readonly ExecutableSummary[] {
  const pattern = selector.startsWith('fn:') ? wildcards(selector.slice(3)) : undefined;
  const id = String(numberOf(selector));
  const meant = all.filter(
    (one) => selector === 'all' || one.id === id || (pattern !== undefined && one.functions.some((name) => pattern.test(name))),
  );
  if (meant.length > 0) return meant;
  const there = all.map(({ id, functions }) => [id, ...functions].join(' ')).join(', ') || 'none';
  throw new Error(`no executable matches ${selector}; there are: ${there}`);
}

/**
 * Builds what is a source for the format of the executable that it replaces, and writes all files to the folder as the devices take them.
 * Rejects with BuildError, and with a sentence where a file does not fit, or where something is named twice or not there.
 */
export async function placedCandidate(
  { capture, compilers }: RunOptions,
  { substitutions }: Pick<Candidate, 'substitutions'>,
  all: readonly ExecutableSummary[],
  folder: string,
  signal: AbortSignal,
): Promise<PlacedCandidate> {
  const placed = new Map<U64, FittedCandidate>();
  for (const { selector, format, file } of substitutions.map(substitutionOf)) {
    for (const executable of meantBy(selector, all)) {
      if (placed.has(executable.id)) throw new Error(`executable ${executable.id} is substituted twice: name each once`);
      const built = isSource(file) ? (await buildKernel(file, compilers, signal, executable.format)).path : file;
      const target = path.join(folder, `executable-${executable.id}`);
      placed.set(executable.id, await writeCandidate(capture, executable.id, { file: built, format }, target, signal));
    }
  }
  return placed;
}

/** The flags that have IREE's tools replay with it. */
export const flagsOf = (placed: PlacedCandidate): readonly string[] =>
  [...placed].map(([id, { path: file, format }]) => `${id}@${format}=${file}`);
