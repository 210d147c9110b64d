/** The machine code of a recorded OpenMP kernel. */
import type { LlvmCode, LlvmCodeTold, LlvmImageFunction, LlvmRecording } from '../../protocol/neighbour/llvm';
import { kernelWords } from '../../protocol/words/llvmWords';
import { describeLlvmRecording } from '../addon/llvm';
import { bitcodeText, functionCode } from '../llvm/recordedCode';

/** Functions that are named where none is called as asked. */
const MOST_NAMED = 50;

/** Reads a recording, and executes nothing of it. Rejects where it has no such function, no image or no bitcode. */
export async function llvmCode(
  { capture, function: name, bitcode, ...disassemblers }: LlvmCodeTold,
  signal: AbortSignal,
): Promise<LlvmCode> {
  const recording = await describeLlvmRecording(capture, null, signal);
  if (bitcode) {
    const found = await bitcodeText(capture, recording, disassemblers, signal);
    if (found === undefined) throw new Error(NO_BITCODE);
    return found;
  }
  return functionCode(capture, recording, chosen(recording, name), disassemblers, signal);
}

const NO_BITCODE =
  'the recording has no bitcode: LLVM writes it (.bc) for programs that were built with -fopenmp-target-jit, from the version after 22 on';

function chosen(recording: LlvmRecording, name: string | undefined): LlvmImageFunction {
  const { image, files, problems } = recording;
  if (image?.kind === 'LLVM bitcode') throw new Error('the image is LLVM bitcode: --bitcode prints it as text');
  const functions = image?.functions ?? [];
  const found = functions.find((one) => (name === undefined ? one.recorded : [one.name, one.function, kernelWords(one)].includes(name)));
  if (found !== undefined) return found;
  // Why there are no functions, or none of that name.
  const file = files.find(({ role }) => role === 'image')?.name;
  const said = problems.find((one) => (file === undefined ? one.file.endsWith('.image') : one.file === file));
  if (said !== undefined && (functions.length === 0 || name === undefined)) throw new Error(`${said.file}: ${said.message}`);
  if (image === undefined) throw new Error('the recording has no image');
  if (functions.length === 0) throw new Error(`the image is neither an ELF file nor LLVM bitcode: its code cannot be shown`);
  const names = functions.slice(0, MOST_NAMED).map((one) => one.name);
  throw new Error(
    `the image has no function ${name ?? recording.name}; there are: ${names.join(', ')}${functions.length > MOST_NAMED ? ', and more' : ''}`,
  );
}
