/** Kernels made of their sources by the user's compiler. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Compilers, Diagnostic } from '../../protocol/run';
import { runProgram, type ProgramEnd } from '../program';
import { BuildError } from './buildError';
import { parseDiagnostics } from './diagnostics';
import { keepGrids, parseGrids } from './grids';

/**
 * clang's flags for a library that IREE's embedded loader takes: one shared object that needs nothing. The machine's own
 * instructions may be used, for it runs here.
 */
const CLANG = ['-O3', '-march=native', '-fPIC', '-ffreestanding', '-fvisibility=hidden', '-fno-stack-protector', '-g1'];
const LINK = ['-nostdlib', '-shared', '-fuse-ld=lld', '-Wl,--build-id=none', '-Wl,-z,defs'];
const MLIR = ['--iree-hal-target-device=local', '--iree-hal-local-target-device-backends=llvm-cpu'];

/** The phase whose MLIR says the grids, in a folder of one file a phase. */
const PHASES = '--dump-compilation-phases-to=';
const TRANSLATED = '.executable-targets.mlir';

/** From where in the compiler's pipeline an MLIR source is to go on, by what is in it. */
function mlirStage(source: string): readonly string[] {
  if (/lowering_config|translation_info/.test(source) && source.includes('hal.executable'))
    return ['--compile-from=executable-configurations'];
  if (source.includes('hal.executable')) return ['--compile-from=executable-sources'];
  return ['--iree-llvmcpu-target-cpu=host'];
}

interface CommandLine {
  readonly program: string;
  readonly args: readonly string[];
  /** Folder that will hold the executables, where they cannot be named, and one for the compiler's phases. */
  readonly folder?: string;
  readonly phases?: string;
}

async function commandLine(source: string, output: string, folder: string, compilers: Compilers): Promise<CommandLine> {
  if (compilers.command !== undefined) {
    const [program = '', ...args] = compilers.command
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => word.replaceAll('${source}', source).replaceAll('${output}', output));
    return { program, args };
  }
  if (path.extname(source) !== '.mlir') {
    const flags = path.extname(source) === '.cc' ? ['-std=c++20', '-fno-exceptions', '-fno-rtti'] : [];
    return {
      program: compilers.clang ?? 'clang',
      args: [...CLANG, ...flags, ...(compilers.clangFlags ?? []), source, ...LINK, '-o', output],
    };
  }
  const stage = mlirStage(await readFile(source, 'utf8'));
  const dump = `--iree-hal-dump-executable-binaries-to=${folder}`;
  const module = path.join(folder, 'module.vmfb');
  const phases = path.join(folder, 'phases');
  return {
    program: compilers.ireeCompile ?? 'iree-compile',
    args: [...MLIR, ...stage, ...(compilers.ireeCompileFlags ?? []), dump, `${PHASES}${phases}`, source, '-o', module],
    folder,
    phases,
  };
}

function missing(source: string, { program }: CommandLine): BuildError {
  return new BuildError(`${program} is needed to build ${source}, and is not to be found: install it, or name it in the settings`, [], '');
}

function failed(source: string, { program }: CommandLine, { status, signal, stdout, stderr }: ProgramEnd): BuildError {
  const output = `${stderr}${stdout}`;
  const diagnostics = parseDiagnostics(output);
  const first = diagnostics.find(({ severity }) => severity === 'error');
  const what =
    first === undefined
      ? (output.split('\n').find((line) => line.trim() !== '') ?? `it ended with ${signal ?? `exit status ${String(status)}`}`)
      : `${first.file}:${String(first.line)}:${String(first.column)}: ${first.message}`;
  return new BuildError(`${path.basename(program)} cannot build ${source}: ${what}`, diagnostics, output);
}

/** Runs a compiler. Rejects with a BuildError where it is not to be found or does not succeed. */
async function compile(source: string, line: CommandLine, signal: AbortSignal | undefined): Promise<ProgramEnd> {
  let end;
  try {
    end = await runProgram(line.program, line.args, signal === undefined ? {} : { signal });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw missing(source, line);
    throw error;
  }
  if (end.status !== 0) throw failed(source, line, end);
  return end;
}

/** The one executable in a folder. */
async function onlyExecutable(source: string, folder: string): Promise<string> {
  const found = (await readdir(folder)).filter((name) => name.endsWith('.so'));
  const [only, ...others] = found;
  if (only === undefined) throw new BuildError(`iree-compile made no executable of ${source}`, [], '');
  if (others.length > 0) {
    throw new BuildError(`${source} has ${String(found.length)} executables, and one is to be substituted: ${found.join(', ')}`, [], '');
  }
  return path.join(folder, only);
}

/** What iree-compile made of a source for its target, or nothing. */
async function translated(phases: string): Promise<string> {
  const file = (await readdir(phases).catch(() => [])).find((name) => name.endsWith(TRANSLATED));
  return file === undefined ? '' : readFile(path.join(phases, file), 'utf8');
}

/** A built kernel. */
export interface BuiltKernel {
  readonly path: string;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds one source. Rejects with a BuildError, or the signal's reason. What was built of the same source before is taken again. */
export async function buildKernel(source: string, compilers: Compilers = {}, signal?: AbortSignal): Promise<BuiltKernel> {
  signal?.throwIfAborted();
  const cache = path.join(tmpdir(), `iree-replay-kernels-${String(process.getuid?.() ?? 0)}`);
  await mkdir(cache, { recursive: true, mode: 0o700 });
  const contents = await readFile(source).catch((error: unknown) => {
    throw new BuildError(`${source} cannot be read: ${error instanceof Error ? error.message : String(error)}`, [], '');
  });
  // Includes are not looked into: a C source that has some is always built.
  const includes = contents.includes('#include "');
  const key = createHash('sha256')
    .update(contents)
    .update(path.resolve(source))
    .update(JSON.stringify([CLANG, LINK, MLIR, PHASES, compilers]))
    .digest('hex')
    .slice(0, 32);
  const target = path.join(cache, `${key}.so`);
  if (!includes && (await stat(target).catch(() => undefined)) !== undefined) return { path: target, diagnostics: [] };
  const folder = await mkdtemp(path.join(cache, 'build-'));
  try {
    const output = path.join(folder, 'kernel.so');
    const line = await commandLine(source, output, folder, compilers);
    const { stdout, stderr } = await compile(source, line, signal);
    if (line.phases !== undefined) await keepGrids(target, parseGrids(await translated(line.phases)));
    await rename(line.folder === undefined ? output : await onlyExecutable(source, line.folder), target);
    return { path: target, diagnostics: parseDiagnostics(`${stderr}${stdout}`) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
