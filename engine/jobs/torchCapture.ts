/** An operation of PyTorch as a capture of IREE's: exported, compiled and recorded, and its results compared with PyTorch's. */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as v from 'valibot';
import { benchmark as benchmarkJob } from '../../protocol/jobs/benchmark';
import { record as recordJob } from '../../protocol/jobs/record';
import { elementCount } from '../../protocol/replay/element';
import type { TorchCaptured, TorchCaptureProgress, TorchCaptureTold, TorchComparedResult } from '../../protocol/torch/capturing';
import { failureLine } from '../../protocol/words/recordingWords';
import { capturedSentence } from '../../protocol/words/torchCaptureWords';
import { listDispatches } from '../addon/dispatches';
import { compareResult } from '../comparing/results';
import { operationsFor } from '../comparing/rounding';
import { findIreeTools, runIree, type IreeTools } from '../iree/tools';
import type { Tell } from '../measuring/measuringTurn';
import { inOwnFolder } from '../programs/ownFolder';
import { compilerFlags } from '../recording/compiledModule';
import { exportOperation, inputFile, resultFile, type ExportedOperation } from '../torch/exportedOperation';
import { findTorchPython } from '../torch/python';
import { readSchemaTable } from '../torch/schemaTable';
import { chosenOperation, toldOperation } from '../torch/selection';
import { tracedOperations } from '../torch/tracedOperations';
import { work as benchmark } from './benchmark';
import { recordedResult, work as record } from './record';

/** By what the MLIR is that was compiled, and why not by what is better. */
interface Compiled {
  readonly by: string;
  readonly refusals: TorchCaptured['refused'];
}

type Report = (progress: TorchCaptureProgress) => void;

/**
 * Makes the capture and compares. `scripts` is the folder of the scripts and of the table of schemas. Rejects with a sentence where there is no
 * such operation, where PyTorch, IREE's compiler or its run refuses it, or a program for that is missing; the capture that was there stays then.
 */
export async function torchCapture(
  told: TorchCaptureTold,
  scripts: string,
  report: Report,
  signal: AbortSignal,
  waits: Tell,
): Promise<TorchCaptured> {
  const limit = AbortSignal.timeout(told.timeoutMs);
  try {
    return await captured(told, scripts, report, AbortSignal.any([signal, limit]), waits);
  } catch (error) {
    if (signal.aborted || !limit.aborted) throw error;
    throw new Error(`it took longer than ${String(told.timeoutMs / 1000)} s (--timeout)`, { cause: error });
  }
}

async function captured(told: TorchCaptureTold, scripts: string, report: Report, signal: AbortSignal, waits: Tell): Promise<TorchCaptured> {
  // Before anything is done that takes seconds: what is missing.
  const compiler = findIreeTools(told.iree, 'iree-compile');
  findIreeTools(told.iree, 'iree-run-module');
  const python = await findTorchPython(told, signal);
  report({ phase: 'reading' });
  const { operations, devices } = await tracedOperations(told.capture, await readSchemaTable(scripts), signal, true);
  const operation = chosenOperation(operations, {
    filters: told.filters,
    operations: told.operation === undefined ? [] : [told.operation],
  });
  return inOwnFolder(tmpdir(), async (folder) => {
    report({ phase: 'exporting' });
    const exported = await exportOperation(operation, { python, scripts, folder, seed: told.seed, seconds: told.measuredSeconds }, signal);
    report({ phase: 'compiling' });
    const module = path.join(folder, 'operation.vmfb');
    const { by, refusals } = await compile(compiler, exported, folder, module, told, signal);
    report({ phase: 'recording' });
    const kept = path.join(folder, 'results');
    await mkdir(kept);
    const { bytes } = await record(recordingOf(told, module, folder, exported), () => undefined, signal, undefined, kept);
    report({ phase: 'comparing' });
    const results = await compared(exported, folder, kept, told);
    const verdict = verdictOf(results);
    const { dispatches, leftOut } = await listDispatches({ capture: told.output, devices: [], fileRemaps: [] }, signal);
    report({ phase: 'measuring' });
    const { pytorch, times, threads } = exported;
    return {
      ...toldOperation(operation),
      capture: told.output,
      bytes,
      dispatches: dispatches.length + Number(leftOut),
      pytorch,
      mlir: by,
      refused: refusals,
      device: told.device,
      inputs: exported.inputs,
      verdict,
      sentence: capturedSentence(verdict, results),
      results,
      times: {
        pytorch: { threads, calls: times.calls, least: times.least_ns, median: times.median_ns, most: times.most_ns },
        ...(await ireeTimes(told, threads, signal, waits)),
        ...(operation.times === undefined
          ? {}
          : { trace: { ...operation.times, ...(devices.length === 1 ? { device: devices[0] } : {}) } }),
      },
      assumed: exported.assumed,
    };
  });
}

/**
 * Compiles the first MLIR that the compiler takes. Rejects with what it says of the first, where it takes none, or with why there is none.
 */
async function compile(
  tools: IreeTools,
  { mlir, refused }: ExportedOperation,
  folder: string,
  module: string,
  { compileFlags, mlir: kept }: TorchCaptureTold,
  signal: AbortSignal,
): Promise<Compiled> {
  const refusals = [...refused];
  for (const { by, file } of mlir) {
    const source = path.join(folder, file);
    // Where the compiler takes none, what stays is the first.
    if (kept !== undefined && file === mlir[0]?.file) await copyFile(source, kept);
    const end = await runIree(tools, 'iree-compile', [...compilerFlags(compileFlags), source, '-o', module], { signal });
    if (end.status === 0) {
      if (kept !== undefined) await copyFile(source, kept);
      return { by, refusals };
    }
    const why = end.signal === undefined ? failureLine(end.stderr).replace(/^.*?: error: /, '') : `it crashed (${end.signal})`;
    refusals.push({ by, why: `iree-compile refuses it: ${why}` });
  }
  const [first] = mlir;
  if (first === undefined) throw new Error(refusals.map(({ by, why }) => `${by}: ${why}`).join('; '));
  throw new Error(`${refusals.map(({ by, why }) => `MLIR by ${by}: ${why}`).join('\n')}\n--mlir=FILE keeps what the compiler was given`);
}

function recordingOf(
  { output, device, iree }: TorchCaptureTold,
  module: string,
  folder: string,
  { inputs }: ExportedOperation,
): v.InferOutput<typeof recordJob.options> {
  return v.parse(recordJob.options, {
    ...{ module, output, iree, devices: [device] },
    inputs: inputs.map((type, index) => `${type}=@${inputFile(folder, index)}`),
  });
}

/** Of "4x5xf32". */
const elementsOf = (type: string): number => elementCount(type.split('x').slice(0, -1).map(Number));

function compared(
  { inputs, results }: ExportedOperation,
  folder: string,
  kept: string,
  { tolerance }: TorchCaptureTold,
): Promise<readonly TorchComparedResult[]> {
  const read = inputs.map(elementsOf);
  return Promise.all(
    results.map(async (result, index) => {
      const expected = { ...result, bytes: await readFile(resultFile(folder, index)) };
      const actual = await readFile(path.join(kept, recordedResult(index)));
      return compareResult(expected, actual, tolerance, operationsFor({ read, written: elementsOf(result.type) }));
    }),
  );
}

/** One that differs makes it so; else one that is not known. */
function verdictOf(results: readonly TorchComparedResult[]): TorchCaptured['verdict'] {
  const has = (verdict: TorchCaptured['verdict']): boolean => results.some((one) => one.verdict === verdict);
  return has('differs') ? 'differs' : has('not-known') ? 'not-known' : 'agrees';
}

/** The function as the capture has it, without what gives its inputs and reads its results: on as many threads as PyTorch had, of a processor. */
async function ireeTimes(
  { output, device, iree, measuredSeconds }: TorchCaptureTold,
  threads: number,
  signal: AbortSignal,
  waits: Tell,
): Promise<Pick<TorchCaptured['times'], 'iree' | 'ireeNotMeasured'>> {
  const isLocal = device.startsWith('local-');
  const on = isLocal && threads > 1 ? 'local-task' : device;
  const options = v.parse(benchmarkJob.options, {
    run: {
      ...{ capture: output, devices: [on], fileRemaps: [] },
      ...(on === 'local-task' ? { workers: threads } : {}),
      ...(isLocal ? {} : { iree }),
    },
    scopes: ['execute'],
    minTime: { seconds: measuredSeconds },
  });
  try {
    const [row] = (await benchmark(options, () => undefined, signal, waits)).rows;
    signal.throwIfAborted();
    if (row === undefined) return { ireeNotMeasured: 'nothing of it was measured' };
    const { minimum, median, maximum } = row.statistics;
    return {
      iree: {
        device: on,
        ...(isLocal ? { threads: on === 'local-task' ? threads : 1 } : {}),
        ...{ calls: row.iterations, least: minimum, median, most: maximum },
      },
    };
  } catch (error) {
    signal.throwIfAborted();
    return { ireeNotMeasured: failureLine(error instanceof Error ? error.message : String(error)) };
  }
}
