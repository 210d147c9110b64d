/** The Python that has the user's PyTorch. */
import { statSync } from 'node:fs';
import * as path from 'node:path';
import { findProgram, runProgram } from '../programs/program';

/** Where it may be. */
export interface TorchPlaces {
  /** A program, its name in PATH, or an environment: nothing else is looked at then. */
  readonly python?: string;
  /** Environments, or the folders of their interpreters; PATH comes after them. */
  readonly environments: readonly string[];
}

/** No Python with PyTorch, in a sentence that says where it was looked for. */
export class TorchMissing extends Error {}

const NAMES = ['python3', 'python'] as const;

/** Without the folder that this runs in, where something else may be called torch. It does not import PyTorch, which takes seconds. */
const HAS_TORCH = `
import importlib.util, sys
sys.path[:] = [each for each in sys.path if each]
found = importlib.util.find_spec("torch")
sys.exit(0 if found is not None and found.origin else 3)`;

const inFolder = (folder: string): readonly string[] =>
  [path.join(folder, 'bin'), folder].flatMap((each) => NAMES.map((name) => path.join(each, name)));

const isFolder = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;

function candidatesOf({ python, environments }: TorchPlaces): readonly string[] {
  // Not only the first of PATH: PyTorch may be the system's, and another Python before it.
  const inPath = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const names =
    python === undefined
      ? [...environments.flatMap(inFolder), ...inPath.flatMap((folder) => NAMES.map((name) => path.join(folder, name)))]
      : isFolder(python)
        ? inFolder(python)
        : [python];
  return [...new Set(names.flatMap((name) => findProgram(name) ?? []))];
}

const whereWords = ({ python, environments }: TorchPlaces): string => python ?? [...environments, 'python3 and python in PATH'].join(', ');

/** The path of the first Python that has PyTorch. Rejects with TorchMissing, and with the signal's reason. */
export async function findTorchPython(places: TorchPlaces, signal: AbortSignal): Promise<string> {
  const candidates = candidatesOf(places);
  const failed: string[] = [];
  for (const program of candidates) {
    try {
      const { status, stderr } = await runProgram(program, ['-c', HAS_TORCH], { signal, timeoutMs: 60_000, mostCharacters: 1 << 16 });
      if (status === 0) return program;
      failed.push(status === 3 ? `${program} has none` : `${program} does not start: ${lastLine(stderr)}`);
    } catch (error) {
      signal.throwIfAborted();
      failed.push(`${program} cannot be started: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const looked = candidates.length === 0 ? `there is no Python in ${whereWords(places)}` : failed.join('; ');
  throw new TorchMissing(
    `PyTorch was not found: ${looked}. Install it with pip install torch, or name a Python that has it with --python=PATH`,
  );
}

function lastLine(text: string): string {
  const last = text.trim().split('\n').at(-1) ?? '';
  return last === '' ? 'it says nothing' : last;
}
