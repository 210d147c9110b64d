/** torch capture: an operation of a trace of PyTorch's profiler as a capture of IREE's. */
import * as v from 'valibot';
import { tolerance } from './comparison';
import { format } from './format';
import { ireePlaces } from './ireePlaces';
import { job } from './job';
import { option, type OptionsOf, type ToldOf } from './option';
import { outputOption } from './outputOption';
import { aboveZero, millisecondsText, notSeconds, secondsText, wholeNumber } from './texts';
import { torchFilters, torchPython, torchSeed } from './torchReplayOptions';

const text = v.pipe(v.string(), v.nonEmpty());

const options = v.object({
  ...torchFilters,
  operation: v.exactOptional(
    option(wholeNumber(1), {
      flag: 'operation',
      placeholder: 'N',
      description: 'The operation, by its number from 1 in the order in which torch ops lists them. Not needed where a filter leaves one.',
    }),
  ),
  output: outputOption('FILE', 'the capture. What is there is replaced once all is recorded.'),
  mlir: v.exactOptional(
    option(text, { flag: 'mlir', placeholder: 'FILE', description: 'Also writes the MLIR that is compiled, even where that fails.' }),
  ),
  ...torchPython,
  iree: v.exactOptional(ireePlaces, {}),
  device: v.exactOptional(
    option(text, {
      flag: 'device',
      placeholder: 'URI',
      description: "A device of IREE's to record on, such as vulkan, for which --iree_compile_flag has to compile.",
    }),
    'local-sync',
  ),
  compileFlags: v.exactOptional(
    option(v.array(text), {
      flag: 'iree_compile_flag',
      placeholder: 'FLAG',
      description:
        'An additional flag for iree-compile. It compiles for this processor, unless a flag names a target (--iree-hal-target-device).',
    }),
    [],
  ),
  ...torchSeed,
  tolerance: v.exactOptional(tolerance, {}),
  measuredSeconds: v.exactOptional(
    option(aboveZero, {
      flag: 'measure',
      placeholder: 'SECONDS',
      description: "Measures PyTorch's calls for this long, and IREE's function as long; 0.5 by default.",
      ...secondsText,
      wrong: notSeconds('measure'),
    }),
    0.5,
  ),
  /** Milliseconds. */
  timeoutMs: v.exactOptional(
    option(aboveZero, {
      flag: 'timeout',
      placeholder: 'SECONDS',
      description: 'Ends the job when it takes longer than this; 600 by default.',
      ...millisecondsText,
      wrong: notSeconds('timeout'),
    }),
    600_000,
  ),
});

export const torchCapture = job({
  name: 'torch capture',
  file: 'trace',
  summary: "make a capture of IREE's of an operation of PyTorch, and compare both",
  description:
    'Exports an operation of a trace to MLIR by your PyTorch (torch.export and iree-turbine; without iree-turbine as one operation of torch-mlir),\n' +
    'compiles it with iree-compile, and records it with iree-run-module on the inputs that PyTorch computes on, too: made from a seed, as traces have\n' +
    "no data. TRACE is that or a file of descriptions, as of torch ops. IREE's results are compared with PyTorch's: floats agree within 0.0001,\n" +
    'absolute or relative (f16 0.002, bf16 0.016, 8 bits two units in the last place), unless --absolute, --relative or --ulp say otherwise; all else\n' +
    "has to be equal. Results that are random, or memory that nothing wrote, are not compared. Times are of PyTorch's calls, of IREE's function and\n" +
    "of the trace. Executes PyTorch's operator and IREE's code. The exit status is 0 only if all results agree.",
  examples: [
    '--filter=aten::eq --python=venv -o eq.ireereplay trace.json.gz',
    '--operation=38 --mlir=addmm.mlir --python=venv -o addmm.ireereplay trace.json.gz',
    "--operation=38 --python=venv --format=json -o addmm.ireereplay trace.json.gz | jq '.times.iree.median'",
  ],
  options,
  output: v.object({ format: format(['text', 'json']) }),
  result: async () => (await import('./torchCaptureResult')).torchCaptureResult,
});

/** What it is at. */
export interface TorchCaptureProgress {
  readonly phase: 'reading' | 'exporting' | 'compiling' | 'recording' | 'comparing' | 'measuring';
}

export type TorchCaptureOptions = OptionsOf<typeof options>;
export type TorchCaptureTold = ToldOf<typeof options>;
