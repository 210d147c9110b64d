/** What --replay_executable_substitution names: executables, or sources to be compiled to them. */
import * as path from 'node:path';
import type { RunOptions } from '../../protocol/replay/run';

/** Extensions of files that are built. */
const SOURCE_ENDINGS: readonly string[] = ['.mlir', '.ll', '.s', '.c', '.cc'];

export const isSource = (file: string): boolean => SOURCE_ENDINGS.includes(path.extname(file));

/** The options, with sources replaced by what is built from them. */
export async function withBuiltKernels(options: RunOptions, signal?: AbortSignal): Promise<RunOptions> {
  const substitutions: string[] = [];
  for (const value of options.substitutions ?? []) {
    const equals = value.indexOf('=');
    const file = value.slice(equals + 1);
    if (equals <= 0 || !isSource(file)) {
      substitutions.push(value);
      continue;
    }
    const { buildKernel } = await import('./build');
    const built = await buildKernel(file, options.compilers, signal);
    substitutions.push(`${value.slice(0, equals)}=${built.path}`);
  }
  return { ...options, substitutions };
}
