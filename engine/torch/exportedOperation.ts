/** An operation as MLIR with its inputs and PyTorch's results, as export.py writes them. */
import { writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as v from 'valibot';
import type { DescribedTorchOperation } from '../../protocol/torch/description';
import { runProgram, type ProgramEnd } from '../programs/program';
import { descriptionsText } from './descriptionFile';

const strings = v.array(v.string());

const said = v.union([
  v.object({ pytorch: v.string(), failure: v.string() }),
  v.object({
    pytorch: v.string(),
    /** Of each input as IREE is given it: "141x512xbf16". */
    inputs: strings,
    results: v.array(
      v.object({ type: v.string(), incomparable: v.exactOptional(v.picklist(['random', 'unwritten', 'choice', 'unstable'])) }),
    ),
    /** By what, to which file: the best first. */
    mlir: v.array(v.object({ by: v.string(), file: v.string() })),
    refused: v.array(v.object({ by: v.string(), why: v.string() })),
    assumed: strings,
    times: v.object({ calls: v.number(), least_ns: v.number(), median_ns: v.number(), most_ns: v.number() }),
    threads: v.number(),
  }),
]);

/** What the script says of an operation that has MLIR. */
export type ExportedOperation = Exclude<v.InferOutput<typeof said>, { readonly failure: string }>;

/** Where the script puts things. */
export const inputFile = (folder: string, index: number): string => path.join(folder, `input${index}.bin`);
export const resultFile = (folder: string, index: number): string => path.join(folder, `result${index}.bin`);

export interface Exporting {
  readonly python: string;
  /** The folder of the scripts. */
  readonly scripts: string;
  /** The folder that gets the files. */
  readonly folder: string;
  readonly seed: number;
  /** How long its calls are timed. */
  readonly seconds: number;
}

/** Has a Python export an operation. Rejects with a sentence where there is no PyTorch, or the operation has no MLIR; with the signal's reason. */
export async function exportOperation(
  operation: DescribedTorchOperation,
  { python, scripts, folder, seed, seconds }: Exporting,
  signal: AbortSignal,
): Promise<ExportedOperation> {
  const described = path.join(folder, 'operation.json');
  await writeFile(described, descriptionsText([operation]));
  const args = [path.join(scripts, 'export.py'), `--seed=${seed}`, `--seconds=${seconds}`, described, folder];
  let end: ProgramEnd;
  try {
    // The package's folder stays as it is.
    end = await runProgram(python, args, { signal, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } });
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`${python} cannot be started: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (end.signal !== undefined) throw new Error(`${operation.name} ended PyTorch's process (${end.signal})`);
  if (end.status !== 0) throw new Error(whyNot(end));
  const found = v.parse(said, JSON.parse(end.stdout.trimEnd().split('\n').at(-1) ?? '') as unknown);
  if ('failure' in found) throw new Error(`${operation.name} has no MLIR by PyTorch ${found.pytorch}: ${found.failure}`);
  return found;
}

/** The script's own sentence, or the last line of what Python says of an error. */
function whyNot({ status, stderr }: ProgramEnd): string {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  if (last.startsWith('PyTorch is not installed')) return last;
  return last === '' ? `export.py ended with exit status ${String(status)}` : `export.py failed: ${last}`;
}
