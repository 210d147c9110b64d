/** Captured executables as files: the binary, its disassembly if a disassembler is installed, and how to use a changed one. */
import { promises as fs } from 'node:fs';
import { execFile } from 'node:child_process';
import * as path from 'node:path';
import { promisify } from 'node:util';
import type { ExecutableSummary } from '../../protocol/capture/capture';
import type { Capture } from '../addon/capture';
import { shellWord } from '../../protocol/words/shellWords';
import { buildCommand } from './editableCopy';
import { editableStages, editableText } from './editableSources';

/** IREE's record header and executable_prepare payload (hal/replay/format.h): the format's name follows both, then the binary. */
const BEFORE_FORMAT = 96 + 40;

/** The binary of an executable. Rejects when the record does not have the layout of a capture's. */
export async function executableBinary(capture: Capture, { record, format, bytes }: ExecutableSummary): Promise<Uint8Array> {
  const name = Buffer.from(await capture.bytes(record, BEFORE_FORMAT, format.length)).toString('latin1');
  if (name !== format) throw new Error(`record #${String(record)} does not hold its executable where captures have it`);
  const binary = new Uint8Array(Number(bytes));
  // A capture gives at most 64 KiB at a time.
  for (let at = 0; at < binary.length;) {
    const piece = await capture.bytes(record, BEFORE_FORMAT + format.length + at, binary.length - at);
    if (piece.length === 0) throw new Error(`record #${String(record)} ends within its executable`);
    binary.set(piece, at);
    at += piece.length;
  }
  return binary;
}

async function disassembly(file: string): Promise<string | undefined> {
  for (const program of ['llvm-objdump', 'objdump']) {
    try {
      const { stdout } = await promisify(execFile)(program, ['--disassemble', '--demangle', '--line-numbers', file], {
        maxBuffer: 1 << 29,
      });
      return stdout;
    } catch {
      // Not installed, or it does not know the architecture: the next one may.
    }
  }
  return undefined;
}

/** What the compiler takes for a configured executable. */
const CONFIGURED = 'hal.executable translation_info';

function recipe(capture: string, binary: string, { id, format, functions }: ExecutableSummary): string {
  return [
    `# Executable ${id} of ${capture}, ${format}`,
    '',
    `Functions, which a substitute must have with the same bindings and constants: ${functions.join(', ') || 'not named'}.`,
    '',
    "From C, by clang or gcc, for IREE's embedded loader (the interface is iree/hal/local/executable_library.h):",
    '',
    ...buildCommand('kernel.c', '').map((line) => `    ${line}`),
    '',
    'From MLIR, configured as iree-compile --iree-hal-dump-executable-configurations-to=DIR writes it. An executable that was compiled with',
    '--iree-hal-executable-debug-level=3 contains its own where its compiler heeds that flag, as iree-opt 3.13 does and iree-compile 3.13 does',
    'not: then it is written next to this page, one file for each stage.',
    '',
    ...buildCommand('kernel.mlir', CONFIGURED).map((line) => `    ${line}`),
    '',
    'To run it in place of the captured one (a source is built first):',
    '',
    `    ireereplay substitute ${[`--replay_executable_substitution=${id}=${binary}`, capture].map(shellWord).join(' ')}`,
    '',
  ].join('\n');
}

/** Nothing of a foreign name but letters, digits, dots and dashes. */
const safe = (name: string): string => name.replaceAll(/[^\w.-]/g, '_').slice(-80);

/** Sources that it embeds, by the ends of their files' names: each stage that is whole as one file that can be built, others as they are. */
async function embedded({ code }: Capture, { id }: ExecutableSummary): Promise<readonly (readonly [ending: string, text: string])[]> {
  const found = await code.executable(id).catch(() => undefined);
  if (found === undefined) return [];
  const textOf = async (index: number): Promise<string> => Buffer.from(await code.source(id, index)).toString('utf8');
  const whole = editableStages(found);
  const used = new Set(whole.flatMap(({ sources }) => sources));
  const files: (readonly [string, string])[] = [];
  for (const { stage, sources } of whole)
    files.push([`${safe(stage)}.mlir`, editableText(await Promise.all(sources.map((index) => textOf(index))))]);
  for (const [index, source] of found.sources.entries())
    if (!used.has(index)) files.push([`${String(index)}.${safe(path.posix.basename(source.path))}`, await textOf(index)]);
  return files;
}

/** Writes an executable into a folder, which is created; returns the paths. A disassembler is a program: only if `mayRun`. */
export async function exportExecutable(
  capture: Capture,
  capturePath: string,
  executable: ExecutableSummary,
  folder: string,
  mayRun: boolean,
): Promise<readonly string[]> {
  await fs.mkdir(folder, { recursive: true });
  const stem = path.join(folder, `executable-${executable.id}`);
  const binary = `${stem}${executable.format.includes('elf') ? '.so' : '.bin'}`;
  const bytes = await executableBinary(capture, executable);
  await fs.writeFile(binary, bytes);
  const written = [binary];
  for (const [ending, text] of await embedded(capture, executable)) {
    await fs.writeFile(`${stem}.${ending}`, text);
    written.push(`${stem}.${ending}`);
  }
  const text = mayRun && executable.format.includes('elf') ? await disassembly(binary) : undefined;
  if (text !== undefined) {
    await fs.writeFile(`${stem}.s.txt`, text);
    written.push(`${stem}.s.txt`);
  }
  await fs.writeFile(`${stem}.md`, recipe(capturePath, binary, executable));
  return [...written, `${stem}.md`];
}
