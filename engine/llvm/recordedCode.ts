/** The machine code of the functions of a recording's image, and its bitcode as text. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import type { Disassemblers, Disassembly } from '../../protocol/code/code';
import type { LlvmCode, LlvmImageFunction, LlvmRecording } from '../../protocol/neighbour/llvm';
import { llvmFunctionCode } from '../addon/llvm';
import { disassemble } from '../kernels/disassemblers';
import { functionText } from './functionText';

type Role = LlvmRecording['files'][number]['role'];

/** Bytes of a file that is disassembled. */
const MOST_BYTES = 256 * 1024 * 1024;

const BITCODE = 'LLVM bitcode';

const fileOf = ({ files }: LlvmRecording, role: Role): LlvmRecording['files'][number] | undefined => files.find((one) => one.role === role);

/** The file with the recording's bitcode: one of its own, or its image where that is compiled when the program runs. */
export const bitcodeFile = (recording: LlvmRecording): LlvmRecording['files'][number] | undefined =>
  fileOf(recording, 'bitcode') ?? (recording.image?.kind === BITCODE ? fileOf(recording, 'image') : undefined);

/**
 * The code of `of`, a function of the image of `recording`, whose descriptor is `descriptor`. `disassemblers` is undefined where no program may
 * be started; only code for x86-64 needs none. Rejects where it cannot be read, and with the signal's reason.
 */
export async function functionCode(
  descriptor: string,
  recording: LlvmRecording,
  of: LlvmImageFunction,
  disassemblers: Disassemblers | undefined,
  signal?: AbortSignal,
): Promise<LlvmCode> {
  const file = fileOf(recording, 'image');
  const { image } = recording;
  if (file === undefined || image === undefined) throw new Error('the recording has no image');
  const code = { file: file.name, kind: image.kind, function: of };
  if (image.kind === 'ELF for x86-64' && of.address !== undefined) {
    const listing = await llvmFunctionCode(descriptor, of.address, signal);
    return { ...code, listing: { ...listing, function: { ...listing.function, name: of.name } } };
  }
  const printedBy = image.kind === 'cubin for NVIDIA' ? 'nvdisasm' : 'llvmObjdump';
  const { text, ...rest } = await disassemble(printedBy, file.name, await bytesOf(descriptor, file), disassemblers, signal);
  return { ...code, disassembly: text === undefined ? rest : partOf(printedBy, text, of, rest) };
}

/** The recording's bitcode as text, as functionCode() has it; undefined where it has none. */
export async function bitcodeText(
  descriptor: string,
  recording: LlvmRecording,
  disassemblers: Disassemblers | undefined,
  signal?: AbortSignal,
): Promise<LlvmCode | undefined> {
  const file = bitcodeFile(recording);
  if (file === undefined) return undefined;
  const disassembly = await disassemble('llvmDis', file.name, await bytesOf(descriptor, file), disassemblers, signal);
  return { file: file.name, kind: BITCODE, disassembly };
}

function partOf(printedBy: 'llvmObjdump' | 'nvdisasm', text: string, { name }: LlvmImageFunction, rest: Disassembly): Disassembly {
  const part = functionText(printedBy, text, name);
  if (part !== undefined) return { ...rest, text: part };
  const { program = printedBy, cut = false } = rest;
  return { program, problem: cut ? `${program} prints too much to reach ${name}` : `${program} prints nothing of ${name}` };
}

async function bytesOf(descriptor: string, { name, bytes }: LlvmRecording['files'][number]): Promise<Uint8Array> {
  if (Number(bytes) > MOST_BYTES) throw new Error(`${name} is larger than 256 MiB: it is not disassembled here`);
  return fs.readFile(path.join(path.dirname(descriptor), name));
}
