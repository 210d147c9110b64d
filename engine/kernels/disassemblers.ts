/**
 * The instructions of code for GPUs, and LLVM's bitcode as text, by programs that the user has installed: spirv-dis, nvdisasm, llvm-objdump,
 * llvm-dis. They read a file, and execute nothing of it.
 */
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { DisassemblerName, Disassemblers, Disassembly, GpuModule, ModuleListing } from '../../protocol/code/code';
import { findLlvmProgram, LLVM_PLACES } from '../programs/llvmPrograms';
import { findProgram, runProgram } from '../programs/program';

/** Characters of a listing that are kept, and how long a program may take for it. */
const MOST_CHARACTERS = 64 * 1024 * 1024;
const MOST_MS = 60_000;

interface Disassembler {
  /** On the PATH; a program of LLVM is looked for where LLVM is, too. */
  readonly program: string;
  readonly ofLlvm?: true;
  readonly comesWith: string;
  readonly flag: string;
  readonly args: (file: string) => readonly string[];
}

const DISASSEMBLERS: Readonly<Record<DisassemblerName, Disassembler>> = {
  spirvDis: {
    program: 'spirv-dis',
    comesWith: 'SPIRV-Tools (package spirv-tools)',
    flag: '--spirv_dis',
    args: (file) => ['--no-color', file],
  },
  nvdisasm: {
    program: 'nvdisasm',
    comesWith: 'the CUDA Toolkit',
    flag: '--nvdisasm',
    args: (file) => ['--print-line-info', file],
  },
  llvmObjdump: {
    program: 'llvm-objdump',
    ofLlvm: true,
    comesWith: 'LLVM (package llvm) and ROCm',
    flag: '--llvm_objdump',
    args: (file) => ['--disassemble', '--line-numbers', '--no-show-raw-insn', file],
  },
  llvmDis: {
    program: 'llvm-dis',
    ofLlvm: true,
    comesWith: 'LLVM (package llvm)',
    flag: '--llvm_dis',
    args: (file) => ['-o', '-', file],
  },
};

const isElf = (code: Uint8Array): boolean => [0x7f, 0x45, 0x4c, 0x46].every((byte, at) => code[at] === byte);

/** What disassembles a module; undefined for PTX, which is text already. */
function disassemblerOf({ kind }: Pick<GpuModule, 'kind'>, code: Uint8Array): DisassemblerName | undefined {
  if (kind === 'SPIR-V') return 'spirvDis';
  if (kind === 'HSACO') return 'llvmObjdump';
  return isElf(code) ? 'nvdisasm' : undefined;
}

/**
 * The instructions of a module, or a sentence why there are none. `disassemblers` is undefined where no program may be started. Rejects with
 * the signal's reason.
 */
export async function disassembleModule(
  module: number,
  { kind }: Pick<GpuModule, 'kind'>,
  code: Uint8Array,
  disassemblers: Disassemblers | undefined,
  signal?: AbortSignal,
): Promise<ModuleListing> {
  const name = disassemblerOf({ kind }, code);
  if (name === undefined) return ptx(module, code);
  return { module, kind, ...(await disassemble(name, `module ${String(module)}`, code, disassemblers, signal)) };
}

/** The same of any code, by the disassembler `name`; `called` is what the code is called in what the program says of it. */
export async function disassemble(
  name: DisassemblerName,
  called: string,
  code: Uint8Array,
  disassemblers: Disassemblers | undefined,
  signal?: AbortSignal,
): Promise<Disassembly> {
  const { program, ofLlvm, comesWith, flag, args } = DISASSEMBLERS[name];
  if (disassemblers === undefined) return { problem: `${program} would disassemble it, but no program is started here` };
  const wanted = disassemblers[name];
  const found = wanted === undefined && ofLlvm === true ? findLlvmProgram(program) : findProgram(wanted ?? program);
  if (found === undefined) {
    const looked = ofLlvm === true ? `was not found (looked in ${LLVM_PLACES})` : 'is not on the PATH';
    const problem =
      wanted === undefined
        ? `${program}, which would disassemble it, ${looked}: it comes with ${comesWith}, or name it (ireeReplay.disassemblers.${name}, ${flag})`
        : `${wanted}, which is to disassemble it, is not a program (ireeReplay.disassemblers.${name}, ${flag})`;
    return { problem };
  }
  const folder = await fs.mkdtemp(path.join(tmpdir(), 'iree-replay-module-'));
  try {
    const file = path.join(folder, 'module');
    await fs.writeFile(file, code);
    const limits = { cwd: folder, timeoutMs: MOST_MS, mostCharacters: MOST_CHARACTERS, ...(signal === undefined ? {} : { signal }) };
    const { status, stdout, stderr, cut = false } = await runProgram(found, args(file), limits);
    const whole = cut ? { cut } : {};
    // What the program says of its file is of ours, which is gone by then.
    const said = stderr.replaceAll(file, called).trim();
    if (stdout.trim() !== '' && (status === 0 || cut)) return { program, text: stdout.replaceAll(file, 'module'), ...whole };
    const ended = status === undefined ? `was stopped after ${String(MOST_MS / 1000)} s` : `ended with status ${String(status)}`;
    return { program, problem: `${program} ${ended}${said === '' ? '' : `: ${said.slice(0, 2000)}`}` };
  } catch (error) {
    signal?.throwIfAborted();
    return { program, problem: `${found} cannot be started: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** A container keeps PTX with the NUL that ends it for the driver. */
function ptx(module: number, code: Uint8Array): ModuleListing {
  const end = code.indexOf(0);
  const text = new TextDecoder().decode(end === -1 ? code : code.subarray(0, end));
  const cut = text.length > MOST_CHARACTERS;
  return { module, kind: 'PTX', text: cut ? text.slice(0, MOST_CHARACTERS) : text, ...(cut ? { cut: true } : {}) };
}
