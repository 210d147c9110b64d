/** The installed LLVM's program that replays recordings of OpenMP kernels: where it is, and what it can do. */
import { statSync } from 'node:fs';
import * as path from 'node:path';
import { findLlvmProgram, inLlvmFolder, LLVM_PLACES, systemFolders } from '../programs/llvmPrograms';
import { findProgram, runProgram, type ProgramEnd, type ProgramSurroundings } from '../programs/program';
import { printedLines } from './toolWords';

const NAME = 'llvm-omp-kernel-replay';

/** The program, and how it is started. */
export interface LlvmTool {
  readonly program: string;
  /** "19.1.7"; absent where it does not say. */
  readonly version?: string;
  /** Names of the flags in its help, without dashes: versions have different ones. */
  readonly flags: readonly string[];
}

/** The tool that cannot be found or started, in a sentence. */
export class LlvmToolMissing extends Error {}

/** Path of the program: `given`, a program or a folder, or the first that is found. Throws LlvmToolMissing. */
export function findLlvmTool(given?: string): string {
  if (given !== undefined) {
    const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() === true;
    const found = (isFolder ? inLlvmFolder(given, NAME) : [path.resolve(given)]).map(findProgram).find((file) => file !== undefined);
    if (found !== undefined) return found;
    throw new LlvmToolMissing(`${given} is not ${NAME}, nor a folder that contains it`);
  }
  const found = findLlvmProgram(NAME);
  if (found !== undefined) return found;
  throw new LlvmToolMissing(
    `${NAME} was not found (looked in ${LLVM_PLACES}): install LLVM's OpenMP library, such as Debian's libomp-19-dev, or name the program with --tool`,
  );
}

/** Folders of libraries of the LLVM that the program belongs to, if it is given, and of those that the system has; the newest first. */
export const libraryFolders = (program?: string): readonly string[] => [
  ...(program === undefined ? [] : [path.resolve(path.dirname(program), '..', 'lib')]),
  ...systemFolders().map((folder) => path.join(folder, 'lib')),
];

/** With the libraries beside the program before all others: those of another version may be installed as well. */
function environment(program: string): NodeJS.ProcessEnv {
  const libraries = path.join(path.dirname(program), '..', 'lib');
  const before = process.env['LD_LIBRARY_PATH'];
  const all = [libraries, ...(before === undefined || before === '' ? [] : [before])];
  return { ...process.env, LD_LIBRARY_PATH: all.join(path.delimiter) };
}

/** Runs the program. Rejects when it cannot be started, and with the signal's reason. */
export async function runLlvmTool(program: string, args: readonly string[], surroundings: ProgramSurroundings): Promise<ProgramEnd> {
  try {
    return await runProgram(program, args, { ...surroundings, env: environment(program) });
  } catch (error) {
    surroundings.signal?.throwIfAborted();
    throw new LlvmToolMissing(`${program} cannot be started: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

const ASKED: ProgramSurroundings = { timeoutMs: 20_000, mostCharacters: 1 << 20 };

/** Asks the program what it is. Rejects with what it says where it does not even print its help. */
export async function askLlvmTool(program: string, signal?: AbortSignal): Promise<LlvmTool> {
  const surroundings = { ...ASKED, ...(signal === undefined ? {} : { signal }) };
  const help = await runLlvmTool(program, ['--help'], surroundings);
  const flags = [...help.stdout.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name = '']) => name);
  if (flags.length === 0)
    throw new LlvmToolMissing(`${program} does not start: ${printedLines({ ...help, stdout: '' })[0] ?? 'it prints no help'}`);
  const { stdout } = await runLlvmTool(program, ['--version'], surroundings);
  const version = /LLVM version (\d[\w.]*)/.exec(stdout)?.[1];
  return { program, flags, ...(version === undefined ? {} : { version }) };
}

/** Major version of the program's LLVM: as it says, or as its folder is called; undefined where neither has it. */
export async function llvmVersion(program: string, signal?: AbortSignal): Promise<number | undefined> {
  const said = await askLlvmTool(program, signal).then(
    ({ version }) => version,
    () => undefined,
  );
  signal?.throwIfAborted();
  const version = said ?? /\/llvm-(\d+)\//.exec(program)?.[1];
  return version === undefined ? undefined : Number.parseInt(version, 10);
}
