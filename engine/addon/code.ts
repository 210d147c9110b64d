/** Where the kernels of a capture come from, and their machine code: read from the capture on worker threads. Executes nothing. */
import type { ExecutableCode, FunctionCode } from '../../protocol/code/code';
import type { U64 } from '../../protocol/base/u64';
import type { RawAddon, RawCode } from './addon';
import { cancellable } from './cancellable';

/**
 * Executables of up to 256 MiB are read. Rejects with AbortError when cancelled, and with a sentence when the capture has no such executable
 * or that holds no code that can be read.
 */
export interface CaptureCode {
  /** What is in an executable: functions or entry points, their sources, and sources that it embeds. */
  executable(id: U64, signal?: AbortSignal): Promise<ExecutableCode>;
  /** The machine code of a function: an export by its ordinal, or any function by its name. Of executables for processors. */
  function(id: U64, choice: number | string, signal?: AbortSignal): Promise<FunctionCode>;
  /** The bytes of module `index` of GpuExecutableCode.modules. */
  module(id: U64, index: number): Promise<Uint8Array>;
  /** The contents of source `index` of ExecutableCode.sources. */
  source(id: U64, index: number): Promise<Uint8Array>;
}

/** The code in an open capture. */
export function captureCode(addon: RawAddon, raw: RawCode): CaptureCode {
  return {
    executable: (id, signal) =>
      cancellable(addon, signal, async (cancel) => JSON.parse(await raw.executableCode(id, cancel)) as ExecutableCode),
    function: (id, choice, signal) =>
      cancellable(addon, signal, async (cancel) => JSON.parse(await raw.functionCode(id, choice, cancel)) as FunctionCode),
    module: (id, index) => raw.gpuModule(id, index),
    source: (id, index) => raw.embeddedSource(id, index),
  };
}
