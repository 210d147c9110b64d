/** Programs of the installed LLVM: where they are looked for. */
import { existsSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { findProgram } from './program';

/** Variables that people set to an installation of LLVM. */
const VARIABLES = ['LLVM_PATH', 'LLVM_HOME', 'LLVM_ROOT'] as const;

/** Where Debian and Ubuntu have their versions of LLVM. */
const SYSTEM = '/usr/lib';

/** Where findLlvmProgram() looks, for a sentence. */
export const LLVM_PLACES = `${VARIABLES.join(', ')}, PATH and ${SYSTEM}/llvm-*`;

/** Where a folder that someone names has a program. */
export const inLlvmFolder = (folder: string, name: string): readonly string[] => [path.join(folder, name), path.join(folder, 'bin', name)];

/** Folders of the versions that the system has, the newest first. */
export function systemFolders(): readonly string[] {
  if (!existsSync(SYSTEM)) return [];
  const versions = readdirSync(SYSTEM).flatMap((name) => /^llvm-(\d+)$/.exec(name)?.[1] ?? []);
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => path.join(SYSTEM, `llvm-${version}`));
}

/** Path of the program called `name`: that of an environment variable, of PATH, or of the newest version that the system has. */
export function findLlvmProgram(name: string): string | undefined {
  const named = VARIABLES.flatMap((variable) => inLlvmFolder(process.env[variable] ?? '', name));
  const candidates = [
    ...named.filter((file) => path.isAbsolute(file)),
    name,
    ...systemFolders().flatMap((folder) => inLlvmFolder(folder, name)),
  ];
  return candidates.map(findProgram).find((file) => file !== undefined);
}
