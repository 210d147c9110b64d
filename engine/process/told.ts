/** What an engine process is told, checked against the descriptions before any of it is done. */
import * as v from 'valibot';
import { isRecord } from '../../protocol/base/isRecord';
import { benchmark } from '../../protocol/jobs/benchmark';
import { compareRequest, elementsRequest, exportRequest, findRequest, inspectOptions, pictureRequest } from '../../protocol/jobs/inspect';
import { extract } from '../../protocol/jobs/extract';
import { llvmBenchmark } from '../../protocol/jobs/llvmBenchmark';
import { llvmSweep } from '../../protocol/jobs/llvmSweep';
import { llvmVerify } from '../../protocol/jobs/llvmVerify';
import { pack } from '../../protocol/jobs/pack';
import { reduce } from '../../protocol/jobs/reduce';
import { repair } from '../../protocol/jobs/repair';
import { roof } from '../../protocol/jobs/roof';
import { torchCompare } from '../../protocol/jobs/torchCompare';
import { torchCapture } from '../../protocol/jobs/torchCapture';
import { torchExtract } from '../../protocol/jobs/torchExtract';
import { torchReplay } from '../../protocol/jobs/torchReplay';
import { unpack } from '../../protocol/jobs/unpack';
import { run } from '../../protocol/jobs/run';
import { substitute } from '../../protocol/jobs/substitute';
import { verify } from '../../protocol/jobs/verify';
import type { EngineJobs, ProcessJob } from '../../protocol/processes/engine';

const SCHEMAS: { readonly [Job in ProcessJob]: v.GenericSchema<EngineJobs[Job]['options'], EngineJobs[Job]['told']> } = {
  run: run.options,
  inspect: inspectOptions,
  elements: elementsRequest,
  find: findRequest,
  picture: pictureRequest,
  exportElements: exportRequest,
  compareElements: compareRequest,
  benchmark: benchmark.options,
  verify: verify.options,
  substitute: substitute.options,
  roof: roof.options,
  llvmVerify: llvmVerify.options,
  llvmBenchmark: llvmBenchmark.options,
  llvmSweep: llvmSweep.options,
  torchCapture: torchCapture.options,
  extract: extract.options,
  pack: pack.options,
  unpack: unpack.options,
  repair: repair.options,
  reduce: reduce.options,
  torchReplay: torchReplay.options,
  torchExtract: torchExtract.options,
  torchCompare: torchCompare.options,
};

/** A job and its options, with defaults filled in; or a sentence that says why it is not one. */
export type Told =
  | { readonly [Job in ProcessJob]: { readonly type: Job; readonly options: EngineJobs[Job]['told'] } }[ProcessJob]
  | { readonly type: 'cancel' }
  | { readonly type: 'wrong'; readonly message: string };

const isJob = (type: unknown): type is ProcessJob => typeof type === 'string' && Object.hasOwn(SCHEMAS, type);

/** What a message asks of the engine process. */
export function toldOf(message: unknown): Told {
  const { type, options } = isRecord(message) ? message : {};
  if (type === 'cancel') return { type };
  if (!isJob(type)) return { type: 'wrong', message: `The engine process has no job ${JSON.stringify(type ?? null)}.` };
  const result = v.safeParse(SCHEMAS[type], options);
  if (result.success) return { type, options: result.output } as Told;
  const [issue] = result.issues;
  const where = [type, v.getDotPath(issue) ?? ''].filter((part) => part !== '').join('.');
  return { type: 'wrong', message: `The engine process was asked for something that it cannot do: ${where}: ${issue.message}.` };
}
