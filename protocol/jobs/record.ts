/** record: a capture of what a compiled module does. */
import * as v from 'valibot';
import { format } from './format';
import { ireePlaces } from './ireePlaces';
import { job } from './job';
import { option, type OptionsOf, type ResultOf, type ToldOf } from './option';
import { outputOption } from './outputOption';
import { count } from './problem';
import { wholeNumber } from './texts';

const text = v.pipe(v.string(), v.nonEmpty());

const FILE_POLICIES = ['reference', 'capture-ranges', 'capture-all', 'fail'] as const;
const FILE_VALIDATIONS = ['identity', 'digest'] as const;

const options = v.object({
  module: v.string(),
  /** Where relative paths begin; this process's folder by default. */
  folder: v.exactOptional(v.string()),
  iree: v.exactOptional(ireePlaces, {}),
  output: outputOption('FILE', 'the capture. An existing file is replaced once everything is recorded.'),
  function: v.exactOptional(
    option(text, {
      flag: 'function',
      placeholder: 'NAME',
      description: 'The function to run; by default the only one that the module exports.',
    }),
  ),
  inputs: v.exactOptional(
    option(v.array(v.string()), {
      flag: 'input',
      placeholder: 'VALUE',
      description:
        "An input, in the function's order, in the form that iree-run-module takes: 3.5, 2x2xi32=1 2 3 4, 2x2xi32=@file.bin, @file.npy. random instead is generated from the seed, of the type that the module or its MLIR declares, and 4x8xf32=random where that leaves dimensions open or there is none; inputs that are not given are random. Random numbers are from -1 to 1, integers from 0 to 7.",
    }),
    [],
  ),
  seed: v.exactOptional(
    option(wholeNumber(0, 2 ** 32 - 1), { flag: 'seed', placeholder: 'N', description: 'What random inputs are generated from.' }),
    0,
  ),
  parameters: v.exactOptional(
    option(v.array(text), {
      flag: 'parameters',
      placeholder: '[SCOPE=]FILE',
      description: 'A file of parameters: .irpa, .gguf or .safetensors. SCOPE is the name that the module uses to ask for it.',
    }),
    [],
  ),
  devices: v.exactOptional(
    option(v.array(text), {
      flag: 'device',
      placeholder: 'URI',
      description:
        "A device of IREE's, such as local-sync, local-task or vulkan; repeat it for modules for several. local-sync by default, as often as the function names devices.",
    }),
    [],
  ),
  filePolicy: v.exactOptional(
    option(v.picklist(FILE_POLICIES), {
      flag: 'device_replay_file_policy',
      placeholder: FILE_POLICIES.join('|'),
      description:
        'What the capture has of parameter files: their path alone (the default), the bytes that are read, all bytes; or recording fails where there is one.',
    }),
  ),
  fileValidation: v.exactOptional(
    option(v.picklist(FILE_VALIDATIONS), {
      flag: 'device_replay_file_validation',
      placeholder: FILE_VALIDATIONS.join('|'),
      description:
        'How a replay recognizes a file by its path: by length, inode and time (the default), which no copy has, or by a digest of its bytes.',
    }),
  ),
  iterations: v.exactOptional(
    option(wholeNumber(1, 1_000_000), {
      flag: 'iterations',
      placeholder: 'N',
      description:
        'Runs the function so often with iree-benchmark-module, each time in a scope of its own. By default once, with iree-run-module.',
    }),
  ),
  profilingMode: v.exactOptional(
    option(text, {
      flag: 'device_profiling_mode',
      placeholder: 'DATA,...',
      description:
        "Records a profile next to the capture, with IREE's data families: queue-events,host-execution,executable-metadata of local devices.",
    }),
  ),
  profilingOutput: v.exactOptional(
    option(text, { flag: 'device_profiling_output', placeholder: 'FILE', description: 'Where that profile goes, an .ireeprof bundle.' }),
  ),
  compileFlags: v.exactOptional(
    option(v.array(text), {
      flag: 'iree_compile_flag',
      placeholder: 'FLAG',
      description:
        'An additional flag for iree-compile, where the module is MLIR. It compiles for this processor, unless a flag names a target (--iree-hal-target-device).',
    }),
    [],
  ),
  runFlags: v.exactOptional(
    option(v.array(text), {
      flag: 'run_flag',
      placeholder: 'FLAG',
      description: 'An additional flag for iree-run-module or iree-benchmark-module, such as --module_mode=mmap.',
    }),
    [],
  ),
});

/** What was recorded. */
const recordResult = v.object({
  function: v.string(),
  /** What --input was of each input: `256x256xf32=random`. */
  inputs: v.array(v.string()),
  devices: v.array(v.string()),
  /** Of the capture. */
  bytes: count,
  /** The path of IREE's program. */
  program: v.string(),
  /** How the program crashed once all was recorded, where it did: SIGSEGV, exit status 245. */
  crash: v.exactOptional(v.string()),
  /** The profile, where one was recorded. */
  profile: v.exactOptional(v.string()),
});

export const record = job({
  name: 'record',
  file: 'module',
  summary: 'record what a compiled module does as a capture',
  description:
    'Runs a function of a module (.vmfb, or .mlir, which is compiled) with the installed iree-run-module, and records it. The function and what it takes are read from\n' +
    'the module by iree-dump-module; inputs that are not given are generated from a seed, the same for the same seed. What\n' +
    'iree-run-module gets as results is read back, so that replays can be compared. Executes the machine code in the module.',
  examples: [
    '-o model.ireereplay model.vmfb',
    '--function=main --input=@image.npy --device=local-task -o model.ireereplay model.vmfb',
    '--input=8x256xf32=random --seed=7 --parameters=model=weights.irpa --device_replay_file_policy=capture-ranges -o mlp.ireereplay mlp.vmfb',
    '--iterations=20 -o model.ireereplay model.vmfb',
    '--iree_compile_flag=--iree-opt-level=O3 -o model.ireereplay model.mlir',
  ],
  options,
  output: v.object({ format: format(['text', 'json'], 'text for reading (the default), json for programs.') }),
  result: () => Promise.resolve(recordResult),
  contradiction: ({ profilingMode, profilingOutput }) => {
    if (profilingMode !== undefined && profilingOutput === undefined)
      return '--device_profiling_mode needs --device_profiling_output: the file that the profile goes to';
    return profilingOutput !== undefined && profilingMode === undefined
      ? 'a profile needs --device_profiling_mode: what it should have'
      : undefined;
  },
});

/** What it is at. */
export interface RecordProgress {
  readonly phase: 'compiling' | 'reading' | 'inputs' | 'recording';
}

export type RecordOptions = OptionsOf<typeof options>;
export type RecordTold = ToldOf<typeof options>;
export type RecordResult = ResultOf<typeof recordResult>;
export type FilePolicy = (typeof FILE_POLICIES)[number];
export type FileValidation = (typeof FILE_VALIDATIONS)[number];
