/** Captured executables as files: the binary, its disassembly if a disassembler is installed, and how to use a changed one. */
import { promises as fs } from 'node:fs';
import { execFile } from 'node:child_process';
import * as path from 'node:path';
import { promisify } from 'node:util';
import type { ExecutableSummary } from '../../protocol/capture';
import type { Capture } from '../addon/capture';
import { shellWord } from '../../protocol/words/shellWords';
import { embeddedSources, type EmbeddedSource } from './embeddedSources';
import { libraryFlags } from './toolchain';

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

function recipe(capture: string, binary: string, { id, format, functions }: ExecutableSummary): string {
  return [
    `# Executable ${id} of ${capture}, ${format}`,
    '',
    `Functions, which a substitute must have with the same bindings and constants: ${functions.join(', ') || 'not named'}.`,
    '',
    "From C, by clang or gcc, for IREE's embedded loader (the interface is iree/hal/local/executable_library.h):",
    '',
    `    clang ${libraryFlags.join(' ')} \\`,
    '      -o kernel.so kernel.c',
    '',
    'From MLIR, configured as iree-compile --iree-hal-dump-executable-configurations-to=DIR writes it. An executable compiled with',
    '--iree-hal-executable-debug-level=3 contains its own, which is written beside this page:',
    '',
    '    iree-compile --compile-from=executable-configurations --iree-hal-target-device=local \\',
    '      --iree-hal-local-target-device-backends=llvm-cpu --iree-hal-dump-executable-binaries-to=. kernel.mlir -o /dev/null',
    '',
    'To run it in place of the captured one (a source is built first):',
    '',
    `    ireereplay substitute ${[`--replay_executable_substitution=${id}=${binary}`, capture].map(shellWord).join(' ')}`,
    '',
  ].join('\n');
}

/** "1.configured" from "module_matmul.1.configured.mlir"; nothing more of a foreign name. */
const stageOf = ({ path: name }: EmbeddedSource, index: number): string =>
  /\b(\d{1,2}\.\w{1,40})\.mlir$/.exec(name)?.[1] ?? `${String(index)}.source`;

/** Later stages refer to earlier ones as resources that the text lacks, which crashes iree-compile. */
const withoutResources = ({ content }: EmbeddedSource): string =>
  Buffer.from(content)
    .toString('utf8')
    .replace(/ sources\(\{[^}]*\}\)/g, '');

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
  for (const [index, source] of embeddedSources(bytes).entries()) {
    const file = `${stem}.${stageOf(source, index)}.mlir`;
    await fs.writeFile(file, withoutResources(source));
    written.push(file);
  }
  const text = mayRun && executable.format.includes('elf') ? await disassembly(binary) : undefined;
  if (text !== undefined) {
    await fs.writeFile(`${stem}.s.txt`, text);
    written.push(`${stem}.s.txt`);
  }
  await fs.writeFile(`${stem}.md`, recipe(capturePath, binary, executable));
  return [...written, `${stem}.md`];
}
