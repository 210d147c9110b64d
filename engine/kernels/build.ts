/** Builds kernels from their sources with the user's compiler. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import type { Compilers, Diagnostic } from '../../protocol/replay/run';
import { findProgram, runProgram, type ProgramEnd } from '../programs/program';
import { commandWords } from '../../protocol/words/shellWords';
import { BuildError } from './buildError';
import { parseDiagnostics } from './diagnostics';
import { filesNamed, fingerprint, printedWords, processor } from './fingerprint';
import { codeOfLibrary } from './codeOfLibrary';
import { keepGrids, parseGrids } from './grids';
import { BUILDING, keptLibrary, kernelCache, trimKernels } from './kernelCache';
import { IREE_INSTALL_COMMAND } from './installCommand';
import { linedIr } from './linedIr';
import { moduleExecutables } from './moduleExecutables';
import { findToolchain, type Run } from './toolchain';

/** Flags with which iree-compile makes executables for the processor. */
export const MLIR: readonly string[] = ['--iree-hal-target-device=local', '--iree-hal-local-target-device-backends=llvm-cpu'];

/** The phase whose MLIR has the grids, in a folder with one file per phase. */
const PHASES = '--dump-compilation-phases-to=';
const TRANSLATED = '.executable-targets.mlir';

/** Files that a source may name without its compiler reporting them: assembly's, and MLIR's objects. */
const NAMES_FILES = /\.(incbin|include)\b|hal\.executable\.object/;
/** Flags that may make a compiler read files that it does not report: libraries, and recorded profiles. */
const READS_FILES = /^(-l.|-fprofile-use|-fauto-profile)/;
/** Its value may begin with -l too. */
const FEATURE = '-target-feature';

/** Where in the compiler's pipeline an MLIR source should enter, judging by its contents. */
export function mlirStage(source: string): readonly string[] {
  if (/lowering_config|translation_info/.test(source) && source.includes('hal.executable'))
    return ['--compile-from=executable-configurations'];
  if (source.includes('hal.executable')) return ['--compile-from=executable-sources'];
  return ['--iree-llvmcpu-target-cpu=host'];
}

/** The devices of iree-compile for formats of executables that are not libraries. */
const DEVICES: readonly (readonly [format: RegExp, flags: readonly string[]])[] = [
  [/^vulkan-/, ['--iree-hal-target-device=vulkan']],
  [/^cuda-/, ['--iree-hal-target-device=cuda']],
  [/^(rocm|hip|amdgcn)-/, ['--iree-hal-target-device=hip']],
  [/^metal-/, ['--iree-hal-target-device=metal']],
  [/^vmvx-/, ['--iree-hal-target-device=local', '--iree-hal-local-target-device-backends=vmvx']],
];

/** The flags for an executable of the format; undefined where it is a library. */
const deviceFlags = (format: string): readonly string[] | undefined => DEVICES.find(([of]) => of.test(format))?.[1];

/** How a source is built. */
interface Build {
  readonly program: string;
  readonly args: readonly string[];
  /** Where the library will be. Rejects when it is not there. */
  readonly library: () => Promise<string>;
  /** Folder that the compiler's phases are written to, one file each, if any. */
  readonly phases?: string;
  /** All that the library depends on, as it is now; undefined when that cannot be known, or the source must not be built. */
  readonly inputs: () => Promise<string | undefined>;
}

/** Where it happens. */
interface Place {
  readonly source: string;
  /** For this build only, and empty. */
  readonly folder: string;
  readonly compilers: Compilers;
  readonly run: Run;
  /** Of the executable that is wanted, as captures name it; of a library for this processor it is empty. */
  readonly format: string;
}

function byCommand({ source, folder }: Place, command: string): Build {
  const words = commandWords(command);
  if (words === undefined) throw new BuildError(`The build command has an unclosed quote: ${command}`, [], '');
  const output = path.join(folder, 'kernel.so');
  const [program = '', ...args] = words.map((word) => word.replaceAll('${source}', () => source).replaceAll('${output}', () => output));
  // What it reads is unknown.
  return { program, args, library: () => Promise.resolve(output), inputs: () => Promise.resolve(undefined) };
}

/** The same code with lines, where it is the same: of LLVM IR that has none. Otherwise as it is. */
async function withLines(library: string, { source, folder, run }: Place, program: string, args: readonly string[]): Promise<string> {
  const lined = await linedIr(source, folder, program, run);
  if (lined === undefined) return library;
  const output = path.join(folder, 'lined.so');
  const { status } = await run(program, [...args, lined, '-o', output]);
  if (status !== 0) return library;
  const [code, same] = [codeOfLibrary(await fs.readFile(library)), codeOfLibrary(await fs.readFile(output))];
  return code !== undefined && same !== undefined && code.equals(same) ? output : library;
}

async function byClang(place: Place): Promise<Build> {
  const { source, folder, compilers, run } = place;
  const output = path.join(folder, 'kernel.so');
  const preprocessed = path.join(folder, 'kernel.i');
  const isIr = path.extname(source) === '.ll';
  const { program, args, description } = await findToolchain(source, output, compilers, run);
  const inputs = async (): Promise<string | undefined> => {
    if (description === undefined) return undefined;
    const words = [program, ...(compilers.clangFlags ?? []), ...printedWords(description)];
    let text = await fs.readFile(source);
    if (/^\.cc?$/.test(path.extname(source))) {
      // With everything that it includes, from wherever it is found now.
      const { status } = await run(program, [...args, '-Wno-unused-command-line-argument', '-E', source, '-o', preprocessed]);
      if (status !== 0) return undefined;
      text = await fs.readFile(preprocessed);
    }
    if (NAMES_FILES.test(text.toString('latin1')) || words.some((word, index) => READS_FILES.test(word) && words[index - 1] !== FEATURE))
      return undefined;
    // Names in this build's own folder differ each time.
    const lasting = words.filter((word) => !word.includes(folder));
    const files = await filesNamed(lasting, source);
    return fingerprint([source, lasting.join('\0'), files, await processor(), text, ...(isIr ? ['with lines'] : [])]);
  };
  const library = (): Promise<string> => (isIr ? withLines(output, place, program, args) : Promise.resolve(output));
  return { program, args: [...args, source, '-o', output], library, inputs };
}

async function byIree({ source, folder, compilers, run, format }: Place): Promise<Build> {
  const name = compilers.ireeCompile ?? 'iree-compile';
  const program = findProgram(name);
  if (program === undefined) {
    throw new BuildError(`${name} is needed to build ${source}, but was not found: install it, or name it in the settings`, [], '', {
      source,
      tried: [{ program: name, finding: name.includes('/') ? 'is not a program' : 'is not on PATH' }],
      setting: 'compilers.ireeCompile',
      install: IREE_INSTALL_COMMAND,
    });
  }
  const device = deviceFlags(format);
  const stage = mlirStage(await fs.readFile(source, 'utf8')).filter((flag) => device === undefined || flag.startsWith('--compile-from'));
  const flags = [...(device ?? MLIR), ...stage, ...(compilers.ireeCompileFlags ?? [])];
  const phases = path.join(folder, 'phases');
  const { stdout: version, status } = await run(program, ['--version']);
  const inputs = async (): Promise<string | undefined> => {
    const text = await fs.readFile(source);
    if (status !== 0 || NAMES_FILES.test(text.toString('latin1'))) return undefined;
    const files = await filesNamed([program, ...flags], source);
    return fingerprint([source, version, [...flags, ...alone].join('\0'), files, await processor(), text]);
  };
  const module = path.join(folder, 'module.vmfb');
  // A module would have none of the executables of a source that does not call them.
  const alone = device === undefined || stage.length === 0 ? [] : ['--compile-mode=hal-executable'];
  const dumps = [`--iree-hal-dump-executable-binaries-to=${folder}`, `${PHASES}${phases}`];
  return {
    program,
    args: [...flags, ...alone, ...dumps, source, '-o', module],
    library: async () => {
      if (device === undefined) return onlyExecutable(source, folder);
      return alone.length === 0 ? onlyExecutableOfModule(source, module) : module;
    },
    phases,
    inputs,
  };
}

/** The one executable in a folder. */
async function onlyExecutable(source: string, folder: string): Promise<string> {
  const found = (await fs.readdir(folder)).filter((name) => name.endsWith('.so'));
  const [only, ...others] = found;
  if (only === undefined) throw new BuildError(`iree-compile produced no executable from ${source}`, [], '');
  if (others.length > 0) {
    throw new BuildError(`${source} has ${String(found.length)} executables, but only one can be substituted: ${found.join(', ')}`, [], '');
  }
  return path.join(folder, only);
}

/** The one executable in a module, as a file beside it. */
async function onlyExecutableOfModule(source: string, module: string): Promise<string> {
  const found = moduleExecutables(await fs.readFile(module));
  const [only, ...others] = found;
  if (only === undefined) throw new BuildError(`iree-compile produced no executable from ${source}`, [], '');
  if (others.length > 0) {
    const names = found.map(({ name }) => name).join(', ');
    throw new BuildError(`${source} has ${String(found.length)} executables, but only one can be substituted: ${names}`, [], '');
  }
  const file = `${module}.executable`;
  await fs.writeFile(file, only.bytes);
  return file;
}

/** The line of an output that names an error: linkers first say in which function it is. */
function errorLine(output: string): string | undefined {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /\b(error|undefined|cannot)\b/i.test(line)) ?? lines[0];
}

function failed(program: string, source: string, { status, signal, stdout, stderr }: ProgramEnd): BuildError {
  const output = `${stderr}${stdout}`;
  const diagnostics = parseDiagnostics(output, path.dirname(source));
  const first = diagnostics.find(({ severity }) => severity === 'error');
  const what =
    first === undefined
      ? (errorLine(output) ?? `it ended with ${signal ?? `exit status ${String(status)}`}`)
      : `${first.file}:${String(first.line)}:${String(first.column)}: ${first.message}`;
  return new BuildError(`${path.basename(program)} cannot build ${source}: ${what}`, diagnostics, output);
}

/** What iree-compile made of a source for its target, or nothing. */
async function translated(phases: string): Promise<string> {
  const file = (await fs.readdir(phases).catch(() => [])).find((name) => name.endsWith(TRANSLATED));
  return file === undefined ? '' : fs.readFile(path.join(phases, file), 'utf8');
}

/** A built kernel. */
export interface BuiltKernel {
  readonly path: string;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

function howToBuild(place: Place): Build | Promise<Build> {
  const { source, compilers, format } = place;
  if (compilers.command !== undefined) return byCommand(place, compilers.command);
  if (path.extname(source) === '.mlir') return byIree(place);
  if (deviceFlags(format) === undefined) return byClang(place);
  throw new BuildError(`${source} cannot be built for ${format}: only .mlir can, by iree-compile`, [], '');
}

/**
 * Builds one source, in its folder: a library for this processor, or an executable of the format. Rejects with a BuildError, or the signal's
 * reason. An earlier build with all the same inputs is reused.
 */
export async function buildKernel(file: string, compilers: Compilers = {}, signal?: AbortSignal, format = ''): Promise<BuiltKernel> {
  signal?.throwIfAborted();
  const source = path.resolve(file);
  await fs.readFile(source).catch((error: unknown) => {
    throw new BuildError(`${source} cannot be read: ${error instanceof Error ? error.message : String(error)}`, [], '');
  });
  const cache = await kernelCache();
  const folder = await fs.mkdtemp(path.join(cache, BUILDING));
  // Only English messages are understood; what a compiler leaves behind when ended is deleted with the folder.
  const env = { ...process.env, LC_ALL: 'C.UTF-8', TMPDIR: folder };
  const run: Run = async (program, args) => {
    try {
      return await runProgram(program, args, { cwd: path.dirname(source), env, ...(signal === undefined ? {} : { signal }) });
    } catch (error) {
      signal?.throwIfAborted();
      const why = error instanceof Error ? error.message : String(error);
      throw new BuildError(`${program} cannot be started to build ${source}: ${why}`, [], '');
    }
  };
  try {
    const build = await howToBuild({ source, folder, compilers, run, format });
    const inputs = await build.inputs();
    const kept = inputs === undefined ? undefined : keptLibrary(cache, inputs);
    if (kept !== undefined && (await touched(kept))) return { path: kept, diagnostics: [] };
    const end = await run(build.program, build.args);
    if (end.status !== 0) throw failed(build.program, source, end);
    const library = await build.library();
    // A change saved during the build may or may not be in it: then it must not be reused.
    const same = kept !== undefined && (await build.inputs()) === inputs;
    const target = same ? kept : keptLibrary(cache, `once-${path.basename(folder)}`);
    if (build.phases !== undefined) await keepGrids(target, parseGrids(await translated(build.phases)));
    await fs.rename(library, target).catch((error: unknown) => {
      throw new BuildError(
        `${path.basename(build.program)} produced no library from ${source}: ${String(error)}`,
        [],
        `${end.stderr}${end.stdout}`,
      );
    });
    await trimKernels(cache);
    return { path: target, diagnostics: parseDiagnostics(`${end.stderr}${end.stdout}`, path.dirname(source)) };
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** Whether a library is there, which then counts as just used. */
async function touched(library: string): Promise<boolean> {
  const now = new Date();
  return fs.utimes(library, now, now).then(
    () => true,
    () => false,
  );
}
