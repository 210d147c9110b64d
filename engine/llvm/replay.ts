/** A launch that LLVM recorded, replayed by the installed LLVM in a folder of its own. */
import { symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { LlvmRecording, LlvmVerifyTold } from '../../protocol/neighbour/llvm';
import { describeLlvmRecording } from '../addon/llvm';
import { inOwnFolder } from '../programs/ownFolder';
import type { ProgramEnd } from '../programs/program';
import { comparedMemory } from './comparedMemory';
import { askLlvmTool, findLlvmTool, runLlvmTool, type LlvmTool } from './tool';
import { failureOf, printedLines, toolWords, type ToolWords } from './toolWords';
import type { Found } from './verdict';

/** What the tool prints beyond that says nothing. */
const MOST_CHARACTERS = 1 << 20;

/** What every replay of a recording is told. */
export type LlvmReplayTold = Pick<LlvmVerifyTold, 'capture' | 'tool' | 'deviceId' | 'timeoutMs' | 'type' | 'tolerance'>;

/** A recording that can be replayed, and what replays it. */
export interface Replayable {
  readonly recording: LlvmRecording;
  readonly tool: LlvmTool;
}

/** One start of the tool, if it is another than the plainest. */
export interface LlvmLaunch {
  /** Launches, where the tool can repeat one. */
  readonly repetitions?: number;
  /** Other teams and threads than the recorded ones. */
  readonly configuration?: { readonly teams: number; readonly threads: number } | undefined;
}

export interface LlvmReplayed {
  readonly end: ProgramEnd;
  readonly words: ToolWords;
  /** Milliseconds from the tool's start to its end. */
  readonly milliseconds: number;
  /** Why the tool did not finish. */
  readonly failure: string | undefined;
  readonly timedOut: boolean;
  /** What it left in memory; absent where it did not finish. */
  readonly found?: Found;
}

/** What keeps a recording from being replayed, or what it leaves from being compared, without a period. */
function refusal({ problems, files }: LlvmRecording): string | undefined {
  // What an earlier replay has left tells nothing of the recording.
  const earlier = files.find(({ role }) => role === 'replay output')?.name;
  const wrong = problems.find(({ severity, file }) => severity === 'error' && file !== earlier);
  if (wrong !== undefined) return `${wrong.file}: ${wrong.message}`;
  const roles = files.map(({ role }) => role);
  if (!roles.includes('memory')) return 'the contents of memory before the launch are missing';
  if (!roles.includes('output')) return 'what the recorded launch left in memory was not saved, so there is nothing to compare with';
  return undefined;
}

/** Rejects where there is no such recording or no tool, and where the recording cannot be replayed: it "cannot be `done`", then. */
export async function replayable({ capture, tool }: LlvmReplayTold, done: string, signal: AbortSignal): Promise<Replayable> {
  const recording = await describeLlvmRecording(capture, null, signal);
  const refused = refusal(recording);
  if (refused !== undefined) throw new Error(`${path.basename(capture)} cannot be ${done}: ${refused}`);
  return { recording, tool: await askLlvmTool(findLlvmTool(tool), signal) };
}

/**
 * Links what the tool reads into its folder. The first generation's tool looks for files by the kernel's name, whatever the recording is
 * called. What an earlier replay has left is not among them: the tool would write to it.
 */
async function linkInto(folder: string, capture: string, recording: LlvmRecording): Promise<string> {
  const source = path.dirname(path.resolve(capture));
  const stem = path.basename(capture, '.json');
  // A name comes from a file: it must not lead out of the folder.
  const called = recording.generation === 1 && !/[/\0]/.test(recording.name) ? recording.name : stem;
  const descriptor = path.join(folder, `${called}.json`);
  await symlink(path.resolve(capture), descriptor);
  for (const { role, name } of recording.files)
    if (role !== 'replay output') await symlink(path.join(source, name), path.join(folder, called + name.slice(stem.length)));
  return descriptor;
}

function argumentsFor(
  { flags }: LlvmTool,
  deviceId: number | undefined,
  { repetitions, configuration }: LlvmLaunch,
  descriptor: string,
): readonly string[] {
  const wanted = ['verify', 'save-output'].filter((flag) => flags.includes(flag)).map((flag) => `--${flag}`);
  return [
    ...wanted,
    ...(deviceId === undefined ? [] : [`--device-id=${String(deviceId)}`]),
    ...(repetitions === undefined ? [] : [`--repetitions=${String(repetitions)}`]),
    ...(configuration === undefined
      ? []
      : [`--num-teams=${String(configuration.teams)}`, `--num-threads=${String(configuration.threads)}`]),
    descriptor,
  ];
}

/** Whether the tool can repeat a launch: those that read the second generation can. */
export const canRepeat = ({ flags }: LlvmTool): boolean => flags.includes('repetitions');

/** Why the tool ended without a word, where that follows from the recording: it does so of a descriptor that lacks what it looks for. */
function whyWithoutWords({ generation, memory }: LlvmRecording, tool: LlvmTool, end: ProgramEnd): string | undefined {
  if (end.signal !== 'SIGABRT' || printedLines(end).length > 0) return undefined;
  const called = tool.version === undefined ? 'this tool' : `the tool of LLVM ${tool.version}`;
  if (generation === 2 && !canRepeat(tool))
    return `a version of LLVM after 22 recorded it, whose files ${called} does not know: name a newer tool with --tool`;
  if (generation === 1 && memory.basis !== 'recorded')
    return `LLVM 16 does not record where the memory was, which ${called} has to know: record again with LLVM 17 or later`;
  return undefined;
}

/** Has the tool replay it, and compares the memory that it leaves, if it has finished. */
export async function replayByLlvm(
  { recording, tool }: Replayable,
  asked: LlvmReplayTold,
  launch: LlvmLaunch,
  signal: AbortSignal,
): Promise<LlvmReplayed> {
  const { capture, deviceId, timeoutMs } = asked;
  return inOwnFolder(path.join(tmpdir(), 'iree-replay-llvm'), async (folder) => {
    const descriptor = await linkInto(folder, capture, recording);
    const begun = performance.now();
    const surroundings = { cwd: folder, timeoutMs, mostCharacters: MOST_CHARACTERS, signal };
    const end = await runLlvmTool(tool.program, argumentsFor(tool, deviceId, launch, descriptor), surroundings);
    const milliseconds = performance.now() - begun;
    const timedOut = end.signal === 'SIGKILL' && milliseconds >= timeoutMs;
    const failure = whyWithoutWords(recording, tool, end) ?? failureOf(end, timedOut ? timeoutMs : undefined);
    const words = toolWords(`${end.stdout}\n${end.stderr}`);
    const told = { end, words, milliseconds, failure, timedOut };
    return failure === undefined ? { ...told, found: await comparedMemory(descriptor, asked, words.verified, signal) } : told;
  });
}

/** Which kernel it was, and by which tool, as results say it. */
export const replayedWords = ({
  recording,
  tool: { program, version },
}: Replayable): {
  readonly kernel: string;
  readonly tool: { readonly program: string; readonly version?: string };
} => ({ kernel: recording.name, tool: { program, ...(version === undefined ? {} : { version }) } });

/** Where the kernel stands in its source. */
export const placeOf = ({ function: name, line }: LlvmRecording): { readonly function: string; readonly line?: string } => ({
  function: name,
  ...(line === undefined ? {} : { line }),
});
