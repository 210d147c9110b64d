/** Identifies a built kernel by everything it was made from. */
import { promises as fs } from 'node:fs';
import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { commandWords } from '../../protocol/words/shellWords';
import { compilerParts } from './compilerParts';

/** A name for `parts`, which are kept distinct. */
export function fingerprint(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${String(part.length)}:`).update(part);
  return hash.digest('hex').slice(0, 40);
}

/** Enough for the description of one processor. */
const ONE_PROCESSOR = 16384;

/** This machine's processor as its kernel describes it: several may share a home folder and the kernels cached there. */
export async function processor(): Promise<string> {
  const file = await fs.open('/proc/cpuinfo').catch(() => undefined);
  if (file === undefined) return '';
  const { buffer, bytesRead } = await file.read(Buffer.alloc(ONE_PROCESSOR), 0, ONE_PROCESSOR, 0);
  await file.close();
  const [first = ''] = buffer.toString('latin1', 0, bytesRead).split('\n\n', 1);
  return first
    .split('\n')
    .filter((line) => /^(vendor_id|cpu family|model|model name|stepping|flags|Features|CPU \w+)\s*:/.test(line))
    .join('\n');
}

/** Programs whose code may be in libraries. */
const COMPILER = /^(clang|iree-compile)/;

/** What a word of a command line may name: itself, or what follows "=" or "@". */
const named = (word: string): readonly string[] => [
  word,
  ...(word.includes('=') ? [word.slice(word.indexOf('=') + 1)] : []),
  word.replace(/^@/, ''),
];

/**
 * State of each file that command lines name (compilers, linkers, flag files, plug-ins), except `source`, and of the compilers' own
 * libraries: different after any change to them.
 */
export async function filesNamed(words: readonly string[], source: string): Promise<string> {
  const names = new Set(words.flatMap(named).filter((word) => /[./]/.test(word)));
  const compilers = [...names].filter((name) => path.isAbsolute(name) && COMPILER.test(path.basename(name)));
  const parts = await Promise.all(compilers.map((compiler) => compilerParts(compiler).catch(() => [])));
  const absolute = [...names].map((name) => path.resolve(path.dirname(source), name));
  const files = [...new Set([...absolute, ...parts.flat()])].filter((file) => file !== source).sort();
  const states = await Promise.all(
    files.map(async (file) => {
      const at = await fs.stat(file, { bigint: true }).catch(() => undefined);
      return at?.isFile() === true ? [`${file} ${[at.ino, at.size, at.mtimeNs, at.ctimeNs].join(' ')}`] : [];
    }),
  );
  return states.flat().join('\n');
}

/** The words a compiler printed; lines that are not command lines give words that name nothing. */
export const printedWords = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => commandWords(line) ?? line.split(/\s+/));
