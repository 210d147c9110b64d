/** Has the installed LLVM replay a recorded OpenMP kernel, and compares the memory that it leaves with what was recorded. */
import { symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { LlvmRecording, LlvmVerification, LlvmVerifyTold } from '../../protocol/neighbour/llvm';
import { compareLlvmReplay, describeLlvmRecording } from '../addon/llvm';
import { compareReplayed } from '../llvm/replayedMemory';
import { askLlvmTool, findLlvmTool, runLlvmTool, type LlvmTool } from '../llvm/tool';
import { failureOf, printedLines, toolWords, type ToolWords } from '../llvm/toolWords';
import { verdictOf, type Found } from '../llvm/verdict';
import { inOwnFolder } from '../programs/ownFolder';
import type { ProgramEnd } from '../programs/program';

/** Ranges of memory that differ: more are counted, but are neither listed nor compared within a tolerance. */
const MOST_RANGES = 100_000;
/** Of them a result has these. */
const MOST_LISTED = 20;
/** What the tool prints beyond that says nothing. */
const MOST_CHARACTERS = 1 << 20;
const LAST_LINES = 20;

/** What keeps a recording from being replayed, or what it leaves from being compared. */
function refusal({ problems, files }: LlvmRecording): string | undefined {
  // What an earlier replay has left tells nothing of the recording.
  const earlier = files.find(({ role }) => role === 'replay output')?.name;
  const wrong = problems.find(({ severity, file }) => severity === 'error' && file !== earlier);
  if (wrong !== undefined) return `${wrong.file}: ${wrong.message}`;
  const roles = files.map(({ role }) => role);
  if (!roles.includes('memory')) return 'what memory held before the launch is not there';
  if (!roles.includes('output')) return 'what the recorded launch left in memory was not saved, so there is nothing to compare with';
  return undefined;
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

function argumentsFor({ flags }: LlvmTool, deviceId: number | undefined, descriptor: string): readonly string[] {
  const wanted = ['verify', 'save-output'].filter((flag) => flags.includes(flag)).map((flag) => `--${flag}`);
  return [...wanted, ...(deviceId === undefined ? [] : [`--device-id=${String(deviceId)}`]), path.basename(descriptor)];
}

/** Why the tool ended without a word, where that follows from the recording: it does so of a descriptor that lacks what it looks for. */
function whyWithoutWords({ generation, memory }: LlvmRecording, { version, flags }: LlvmTool, end: ProgramEnd): string | undefined {
  if (end.signal !== 'SIGABRT' || printedLines(end).length > 0) return undefined;
  const tool = version === undefined ? 'this tool' : `the tool of LLVM ${version}`;
  // Of the tools, those that read the second generation can repeat a launch.
  if (generation === 2 && !flags.includes('repetitions'))
    return `a version of LLVM after 22 recorded it, whose files ${tool} does not know: name a newer tool with --tool`;
  if (generation === 1 && memory.basis !== 'recorded')
    return `LLVM 16 does not record where the memory was, which ${tool} has to know: record again with LLVM 17 or later`;
  return undefined;
}

interface Replayed {
  readonly end: ProgramEnd;
  readonly words: ToolWords;
  /** Why the tool did not finish. */
  readonly failure: string | undefined;
  readonly timedOut: boolean;
  readonly found?: Found;
}

async function compared(descriptor: string, asked: LlvmVerifyTold, toolVerified: boolean | undefined, signal: AbortSignal): Promise<Found> {
  const { differences, recorded, replayed: left, problems } = await compareLlvmReplay(descriptor, MOST_RANGES, signal);
  if (differences === undefined || recorded === undefined || left === undefined)
    return { differences: 'the tool has saved no memory', toolVerified };
  const wrong = problems.find(({ severity }) => severity === 'error');
  if (wrong !== undefined) return { differences: `${wrong.file}: ${wrong.message}`, toolVerified };
  const { type, tolerance } = asked;
  if (type === undefined || differences.bytes === '0') return { differences, toolVerified };
  const inFolder = (name: string): string => path.join(path.dirname(descriptor), name);
  const elements = await compareReplayed(inFolder(recorded), inFolder(left), differences, type, tolerance);
  return { differences, toolVerified, elements };
}

async function replayed(tool: LlvmTool, recording: LlvmRecording, asked: LlvmVerifyTold, signal: AbortSignal): Promise<Replayed> {
  const { capture, deviceId, timeoutMs } = asked;
  return inOwnFolder(path.join(tmpdir(), 'iree-replay-llvm'), async (folder) => {
    const descriptor = await linkInto(folder, capture, recording);
    const begun = performance.now();
    const surroundings = { cwd: folder, timeoutMs, mostCharacters: MOST_CHARACTERS, signal };
    const end = await runLlvmTool(tool.program, argumentsFor(tool, deviceId, descriptor), surroundings);
    const timedOut = end.signal === 'SIGKILL' && performance.now() - begun >= timeoutMs;
    const failure = whyWithoutWords(recording, tool, end) ?? failureOf(end, timedOut ? timeoutMs : undefined);
    const words = toolWords(`${end.stdout}\n${end.stderr}`);
    const told = { end, words, failure, timedOut };
    return failure === undefined ? { ...told, found: await compared(descriptor, asked, words.verified, signal) } : told;
  });
}

/** Replays and compares. Rejects where there is no such recording or no tool, and where the recording cannot be replayed. */
export async function llvmVerify(asked: LlvmVerifyTold, signal: AbortSignal): Promise<LlvmVerification> {
  const recording = await describeLlvmRecording(asked.capture, null, signal);
  const refused = refusal(recording);
  if (refused !== undefined) throw new Error(`${path.basename(asked.capture)} cannot be verified: ${refused}`);
  const tool = await askLlvmTool(findLlvmTool(asked.tool), signal);
  const { end, words, failure, timedOut, found } = await replayed(tool, recording, asked, signal);
  const { verdict, sentence } =
    found === undefined
      ? ({ verdict: 'not-known', sentence: `The kernel was not replayed: ${failure ?? ''}.` } as const)
      : verdictOf(found);
  const { verified, times } = words;
  const differences = typeof found?.differences === 'object' ? found.differences : undefined;
  const elements = typeof found?.elements === 'object' ? found.elements : undefined;
  return {
    ...{ verdict, sentence, kernel: recording.name },
    tool: { program: tool.program, ...(tool.version === undefined ? {} : { version: tool.version }) },
    ended: {
      ...(end.status === undefined ? {} : { status: end.status }),
      ...(end.signal === undefined ? {} : { signal: end.signal }),
      ...(timedOut ? { timedOut } : {}),
    },
    ...(verified === undefined ? {} : { toolVerified: verified }),
    times,
    ...(differences === undefined ? {} : { differences: { ...differences, ranges: differences.ranges.slice(0, MOST_LISTED) } }),
    ...(elements === undefined ? {} : { elements: shown(elements) }),
    printed: printedLines(end).slice(-LAST_LINES),
  };
}

const shown = ({
  type,
  compared: all,
  outOfTolerance,
  maxAbsolute,
  maxUlp,
}: Exclude<Found['elements'], string | undefined>): NonNullable<LlvmVerification['elements']> => ({
  ...{ type, compared: all, outOfTolerance, maxAbsolute, maxUlp },
});
