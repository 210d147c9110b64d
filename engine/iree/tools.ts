/** The user's installed IREE: where its programs are, and the devices that they list. */
import { accessSync, constants } from 'node:fs';
import * as path from 'node:path';
import type { IreePlaces } from '../../protocol/replay/run';
import { runProgram, type ProgramEnd, type ProgramSurroundings } from '../programs/program';

/** The PyPI package of each IREE program. */
const PACKAGES = {
  'iree-run-replay': 'iree-base-runtime',
  'iree-benchmark-replay': 'iree-base-runtime',
  'iree-run-module': 'iree-base-runtime',
  'iree-benchmark-module': 'iree-base-runtime',
  'iree-dump-module': 'iree-base-runtime',
  'iree-compile': 'iree-base-compiler',
} as const;

export type IreeProgram = keyof typeof PACKAGES;

/** An installation that was found. */
export interface IreeTools {
  readonly folder: string;
  readonly foundIn: 'setting' | 'python' | 'path';
}

const suffix = process.platform === 'win32' ? '.exe' : '';

export const programPath = ({ folder }: IreeTools, program: IreeProgram): string => path.join(folder, `${program}${suffix}`);

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A program of IREE's that is nowhere, in a sentence that names every place searched. */
export class IreeMissing extends Error {}

/** The installation that has the program. Throws IreeMissing. */
export function findIreeTools(places: IreePlaces = {}, program: IreeProgram = 'iree-run-replay'): IreeTools {
  const below = (folder: string): readonly string[] => [folder, path.join(folder, process.platform === 'win32' ? 'Scripts' : 'bin')];
  const candidates: readonly IreeTools[] = [
    ...(places.setting === undefined ? [] : below(places.setting).map((folder) => ({ folder, foundIn: 'setting' }) as const)),
    ...(places.python ?? []).flatMap(below).map((folder) => ({ folder, foundIn: 'python' }) as const),
    ...(places.path ?? process.env['PATH'] ?? '')
      .split(path.delimiter)
      .filter((folder) => folder !== '')
      .map((folder) => ({ folder, foundIn: 'path' }) as const),
  ];
  const found = candidates.find((tools) => isExecutable(programPath(tools, program)));
  if (found !== undefined) return found;
  const looked = [...new Set(candidates.map(({ foundIn, folder }) => (foundIn === 'path' ? 'PATH' : folder)))];
  throw new IreeMissing(
    `IREE's ${program} was not found (looked in ${looked.join(', ') || 'no folder'}): pip install ${PACKAGES[program]}, or name its folder`,
  );
}

/** Runs one of IREE's programs. Rejects when it cannot be started, and with the signal's reason. */
export async function runIree(
  tools: IreeTools,
  program: IreeProgram,
  args: readonly string[],
  limits: ProgramSurroundings = {},
): Promise<ProgramEnd> {
  try {
    return await runProgram(programPath(tools, program), args, limits);
  } catch (error) {
    limits.signal?.throwIfAborted();
    throw new Error(`${program} cannot be started: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
