/** A capture of what a compiled module does, recorded by the user's IREE. */
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { RecordProgress } from '../../protocol/jobs/record';
import type { ModuleFunction, RecordResult, RecordTold } from '../../protocol/sharing/recording';
import { shellWord } from '../../protocol/words/shellWords';
import { IreeFailure } from '../iree/replay';
import { findIreeTools, programPath, runIree } from '../iree/tools';
import { compiledModule, isSource } from '../recording/compiledModule';
import { givenInputs, inputFlags } from '../recording/inputs';
import { chosenFunction, describeModule } from '../recording/moduleFunctions';
import { crashOf, isRecordedWhole } from './recordedWhole';

/** The flags that say how it is recorded, beside those of the function and its values. */
function recordingFlags(options: RecordTold, devices: readonly string[], capture: string): readonly string[] {
  const flags = [
    ['device_replay_output', capture],
    ['device_replay_file_policy', options.filePolicy],
    ['device_replay_file_validation', options.fileValidation],
    ['device_profiling_mode', options.profilingMode],
    ['device_profiling_output', options.profilingOutput],
    ['benchmark_min_time', options.iterations === undefined ? undefined : `${String(options.iterations)}x`],
  ] as const;
  return [
    ...devices.map((device) => `--device=${device}`),
    ...options.parameters.map((file) => `--parameters=${file}`),
    ...flags.flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag}=${value}`])),
    ...options.runFlags,
  ];
}

/** Each result is read back into a file that nobody keeps: a replay has something to compare then. Benchmarks read none. */
const resultFiles = ({ results }: ModuleFunction, { iterations }: RecordTold, folder: string): readonly string[] =>
  iterations === undefined ? results.map((_, index) => path.join(folder, recordedResult(index))) : [];

/** The name of the file with a result's elements. */
export const recordedResult = (index: number): string => `result${String(index)}.bin`;

const devicesOf = ({ devices }: RecordTold, chosen: ModuleFunction): readonly string[] =>
  devices.length > 0 ? devices : Array.from({ length: Math.max(1, chosen.devices.length) }, () => 'local-sync');

/** What a recording that failed leaves: "model-failed.ireereplay" beside "model.ireereplay". */
function failedCapture(output: string): string {
  const { dir, name, ext } = path.parse(output);
  return path.join(dir, `${name}-failed${ext}`);
}

function compiled(
  source: string,
  { iree, compileFlags }: RecordTold,
  report: (progress: RecordProgress) => void,
  signal: AbortSignal,
  print: ((text: string) => void) | undefined,
): Promise<string> {
  const tools = findIreeTools(iree, 'iree-compile');
  report({ phase: 'compiling' });
  return compiledModule(tools, source, compileFlags, { signal, print });
}

const renamed = (from: string, to: string): Promise<boolean> =>
  fs.rename(from, to).then(
    () => true,
    () => false,
  );

/** A run that failed, in IREE's words. */
export class RecordingFailed extends IreeFailure {
  constructor(
    program: string,
    end: Awaited<ReturnType<typeof runIree>>,
    /** The capture of what ran until then, where the function was called. */
    readonly kept: string | undefined,
  ) {
    super(program, end, undefined);
  }
}

/**
 * Records it. Rejects with RecordingFailed where the run fails, unless its program only crashed once all was recorded, and with a sentence
 * where it cannot begin. Of a function that failed what was recorded until then is kept beside the output, which stays as it was. `print` is
 * told the command line of IREE's program, and what that prints as it comes. `resultsFolder` keeps the results, as bytes.
 */
export async function work(
  options: RecordTold,
  report: (progress: RecordProgress) => void,
  signal: AbortSignal,
  print?: (text: string) => void,
  resultsFolder?: string,
): Promise<RecordResult> {
  const folder = path.resolve(options.folder ?? '.');
  const source = path.resolve(folder, options.module);
  const output = path.resolve(folder, options.output);
  const name = options.iterations === undefined ? 'iree-run-module' : 'iree-benchmark-module';
  const tools = findIreeTools(options.iree, name);
  await fs.access(source).catch((error: unknown) => {
    throw new Error(`${source} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const module = isSource(source) ? await compiled(source, options, report, signal, print) : source;
  report({ phase: 'reading' });
  const chosen = chosenFunction(
    await describeModule(findIreeTools(options.iree, 'iree-dump-module'), module, source, signal),
    options.function,
  );
  const inputs = givenInputs(chosen, options.inputs, options.seed);
  const devices = devicesOf(options, chosen);

  const values = await fs.mkdtemp(path.join(tmpdir(), 'iree-replay-inputs-'));
  await fs.mkdir(path.dirname(output), { recursive: true });
  const recording = await fs.mkdtemp(`${output}.recording-`);
  const capture = path.join(recording, path.basename(output));
  try {
    report({ phase: 'inputs' });
    const results = resultFiles(chosen, options, resultsFolder ?? values);
    const args = [
      ...[`--module=${module}`, `--function=${chosen.name}`],
      ...(await inputFlags(inputs, options.seed, values)).map((input) => `--input=${input}`),
      ...results.map((file) => `--output=@${file}`),
      ...recordingFlags(options, devices, capture),
    ];
    report({ phase: 'recording' });
    print?.(`${[programPath(tools, name), ...args].map(shellWord).join(' ')}\n`);
    const end = await runIree(tools, name, args, { signal, cwd: folder, ...(print === undefined ? {} : { print }) });
    const crash = crashOf(end);
    if (end.status !== 0 && (crash === undefined || !(await isRecordedWhole(capture, results, end)))) {
      const kept = end.stdout.includes('EXEC @') && (await renamed(capture, failedCapture(output))) ? failedCapture(output) : undefined;
      throw new RecordingFailed(name, end, kept);
    }
    const { size } = await fs.stat(capture).catch(() => {
      throw new Error(`${name} recorded nothing: this IREE does not know --device_replay_output`);
    });
    await fs.rename(capture, output);
    return {
      function: chosen.name,
      inputs: inputs.map(({ asked }) => asked),
      devices: [...devices],
      bytes: size,
      program: programPath(tools, name),
      ...(crash === undefined ? {} : { crash }),
      ...(options.profilingOutput === undefined ? {} : { profile: options.profilingOutput }),
    };
  } finally {
    await fs.rm(values, { recursive: true, force: true });
    await fs.rm(recording, { recursive: true, force: true });
  }
}
