/** The LLVM whose runtime starts a program's kernels: it decides how they are recorded. */
import { existsSync, realpathSync } from 'node:fs';
import * as path from 'node:path';
import { runProgram } from '../programs/program';
import { findLlvmTool, libraryFolders, llvmVersion } from './tool';

/** The library that starts kernels, as a program asks for it. */
export interface OffloadLibrary {
  /** "libomptarget.so.16" */
  readonly name: string;
  /** LLVM's major version; absent where the name has none. */
  readonly version?: number;
  /** Its path; absent where the program does not find it. */
  readonly place?: string;
}

/** The library among those that `ldd` lists; undefined where the program asks for none. */
export function offloadLibrary(listed: string): OffloadLibrary | undefined {
  const [, name, version, place] = /^\s*(libomptarget\.so(?:\.(\d+)[\w.]*)?) => (?:not found|(.+) \(0x)/m.exec(listed) ?? [];
  if (name === undefined) return undefined;
  return { name, ...(version === undefined ? {} : { version: Number(version) }), ...(place === undefined ? {} : { place }) };
}

/** What is known of the LLVM that a program runs with. */
export interface ProgramLlvm {
  /** Its major version. */
  readonly version?: number;
  /** What tells the version: the library that the program asks for, or the path of an installed tool. */
  readonly by?: string;
  /** The folder of its libraries: those for devices lie beside the one that the program asks for, and are looked for by LD_LIBRARY_PATH. */
  readonly libraries?: string;
}

const LDD_MS = 10_000;

/** The library that the program asks for; undefined of scripts and of others that `ldd` cannot read. */
async function askedLibrary(program: string, signal?: AbortSignal): Promise<OffloadLibrary | undefined> {
  try {
    const { stdout } = await runProgram('ldd', [program], { timeoutMs: LDD_MS, ...(signal === undefined ? {} : { signal }) });
    return offloadLibrary(stdout);
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

function installedTool(given?: string): string | undefined {
  try {
    return findLlvmTool(given);
  } catch {
    return undefined;
  }
}

/** Where the library is: as the program finds it, or else in one of the folders. */
function folderOf({ name, place }: OffloadLibrary, folders: readonly string[]): string | undefined {
  // Beside a link to it in a folder of all libraries there is none for devices.
  if (place !== undefined) return path.dirname(realpathSync(place));
  return folders.find((folder) => existsSync(path.join(folder, name)));
}

/** By the library that the program asks for, otherwise by the installed LLVM, which `given` may name. Rejects with the signal's reason. */
export async function programLlvm(program: string, given?: string, signal?: AbortSignal): Promise<ProgramLlvm> {
  const library = await askedLibrary(program, signal);
  const tool = installedTool(given);
  const folder = library === undefined ? undefined : folderOf(library, libraryFolders(tool));
  const libraries = folder === undefined ? {} : { libraries: folder };
  if (library?.version !== undefined) return { version: library.version, by: library.name, ...libraries };
  const version = tool === undefined ? undefined : await llvmVersion(tool, signal);
  return version === undefined || tool === undefined ? libraries : { version, by: tool, ...libraries };
}
