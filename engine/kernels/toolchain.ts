/** Builds kernels from C, C++, LLVM IR and assembly on this machine: clang or gcc, with the linker that it finds. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import type { Compilers } from '../../protocol/replay/run';
import { findProgram, type ProgramEnd } from '../programs/program';
import { commandWords, shellWord } from '../../protocol/words/shellWords';
import { BuildError } from './buildError';
import { compilerParts } from './compilerParts';
import { clangInstallCommandHere } from './installCommand';

/** The machine's own instructions may be used, as it runs here. */
const COMPILE = ['-O3', '-march=native', '-fPIC', '-ffreestanding', '-fvisibility=hidden', '-fno-stack-protector', '-g1'];
/** One shared object without dependencies. IREE's loader counts symbols by the hash table that gcc's linker omits by default. */
const LINK = ['-nostdlib', '-shared', '-Wl,--build-id=none', '-Wl,--hash-style=both', '-Wl,-z,defs'];
const CXX = ['-std=c++20', '-fno-exceptions', '-fno-rtti'];
const LLD = '-fuse-ld=lld';

/** Flags with which clang and gcc make a library for IREE's embedded loader. */
export const libraryFlags: readonly string[] = [...COMPILE, ...LINK];

/** A compiler, with the flags that it needs for a kind of source. */
export interface Toolchain {
  readonly program: string;
  readonly args: readonly string[];
  /** What the compiler says it would do: version, processor features, flags from files, linker. undefined when it rejects its flags. */
  readonly description: string | undefined;
}

/** Runs one of the toolchain's programs in the source's folder. */
export type Run = (program: string, args: readonly string[]) => Promise<ProgramEnd>;

function compilersFor(source: string): readonly string[] {
  switch (path.extname(source)) {
    case '.ll':
      return ['clang'];
    case '.cc':
      return ['clang', 'g++', 'c++'];
    default:
      return ['clang', 'gcc', 'cc'];
  }
}

/** The lld that comes with IREE's compiler. */
async function ireeLinker({ ireeCompile = 'iree-compile' }: Compilers): Promise<string | undefined> {
  const program = findProgram(ireeCompile);
  const parts = program === undefined ? [] : await compilerParts(program);
  return parts.find((file) => path.basename(file) === 'iree-lld' && findProgram(file) !== undefined);
}

/** Flags that make a compiler link with it. */
interface Linker {
  readonly flags: readonly string[];
  /** When the compiler does not report it. */
  readonly linker?: string;
}

/** Flags that make a compiler link with IREE's lld: it looks for one called ld.lld in `folder`, which is created. */
async function ireeLinkerFlags(compilers: Compilers, folder: string): Promise<Linker | undefined> {
  const linker = await ireeLinker(compilers);
  if (linker === undefined) return undefined;
  const script = path.join(folder, 'ld.lld');
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(script, `#!/bin/sh\nexec ${shellWord(linker)} -flavor gnu "$@"\n`);
  await fs.chmod(script, 0o700);
  return { flags: [LLD, `-B${folder}`], linker };
}

/** The linker that clang would start: the last program it lists. Without a path, it is missing. */
function linkerOf(description: string): string | undefined {
  const line = description.split('\n').findLast((text) => text.startsWith(' "'));
  const program = commandWords(line ?? '')?.[0];
  return program !== undefined && path.isAbsolute(program) ? program : undefined;
}

const isGcc = (description: string): boolean => /^COLLECT_GCC=/m.test(description);

/** The compiler with the first linker that it finds; undefined when there is none. */
async function withLinker(program: string, source: string, output: string, compilers: Compilers, run: Run): Promise<Toolchain | undefined> {
  const language = path.extname(source) === '.cc' ? CXX : [];
  const describe = async ({ flags, linker = '' }: Linker): Promise<Toolchain & { readonly text: string }> => {
    const args = [...COMPILE, ...language, ...LINK, ...flags, ...(compilers.clangFlags ?? [])];
    const { status, stdout, stderr } = await run(program, ['-###', ...args, source, '-o', output]);
    const text = `${stderr}${stdout}`;
    return { program, args, text, description: status === 0 ? `${text}\n${shellWord(linker)}` : undefined };
  };
  const linkers: readonly (() => Promise<Linker | undefined>)[] = [
    () => Promise.resolve({ flags: [LLD] }),
    () => Promise.resolve({ flags: [] }),
    () => ireeLinkerFlags(compilers, path.join(path.dirname(output), 'linker')),
  ];
  for (const linker of linkers) {
    const chosen = await linker();
    if (chosen === undefined) continue;
    const found = await describe(chosen);
    // gcc does not say whether a linker is there; its own comes with it.
    if (isGcc(found.text)) return describe({ flags: [] });
    if (found.text.includes('invalid linker name')) continue;
    // The build itself reports what is wrong.
    if (found.description === undefined) return found;
    const started = linkerOf(found.text);
    if (started !== undefined && (!chosen.flags.includes(LLD) || path.basename(started).includes('lld'))) return found;
  }
  return undefined;
}

/**
 * The first of this machine's compilers, or the named one, that can make a library from `source`. Rejects with a BuildError that says what
 * was tried.
 */
export async function findToolchain(source: string, output: string, compilers: Compilers, run: Run): Promise<Toolchain> {
  const tried: { readonly program: string; readonly finding: string }[] = [];
  for (const name of compilers.clang === undefined ? compilersFor(source) : [compilers.clang]) {
    const program = findProgram(name);
    if (program === undefined) {
      tried.push({ program: name, finding: name.includes('/') ? 'is not a program' : 'is not on PATH' });
      continue;
    }
    const found = await withLinker(program, source, output, compilers, run);
    if (found !== undefined) return found;
    tried.push({ program, finding: "finds no linker (neither lld nor ld, and IREE's compiler, which has one, is not installed)" });
  }
  const others = path.extname(source) === '.ll' ? 'clang and lld' : 'clang and lld, or gcc';
  const install = await clangInstallCommandHere();
  throw new BuildError(
    `No compiler here can build ${source}: ${tried.map(({ program, finding }) => `${program} ${finding}`).join('; ')}. Install ${others}, or name a compiler (ireeReplay.compilers.clang, --clang).`,
    [],
    '',
    { source, tried, setting: 'compilers.clang', ...(install === undefined ? {} : { install }) },
  );
}
