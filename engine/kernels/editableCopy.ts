/** A copy of a kernel's source: what stands above it, so that whoever reads it knows what it is of, and how it is built and put back. */
import * as path from 'node:path';
import type { ExecutableSummary } from '../../protocol/capture/capture';
import { shellWord } from '../../protocol/words/shellWords';
import { MLIR, mlirStage } from './build';
import { libraryFlags } from './toolchain';

/** What a copy is made from. */
export interface CopiedFrom {
  /** Path of the capture. */
  readonly capture: string;
  readonly executable: Pick<ExecutableSummary, 'id' | 'format' | 'functions'>;
  /** "stage 1.configured", or the path of a file. */
  readonly source: string;
}

/** A line that the language of this file takes for a comment. */
function comment(extension: string, line: string): string {
  const mark = extension === '.ll' ? ';' : extension === '.s' ? '#' : '//';
  return line === '' ? mark : `${mark} ${line}`;
}

/** The command lines that build a source, the first word a program's name. */
export function buildCommand(file: string, text: string): readonly string[] {
  return path.extname(file) === '.mlir'
    ? [
        `iree-compile ${[...mlirStage(text), MLIR[0] ?? ''].join(' ')} \\`,
        `  ${[...MLIR.slice(1), '--iree-hal-dump-executable-binaries-to=.'].join(' ')} \\`,
        `  ${shellWord(path.basename(file))} -o /dev/null`,
      ]
    : [`clang ${libraryFlags.join(' ')} \\`, `  -o kernel.so ${shellWord(path.basename(file))}`];
}

/** The text of a copy that will be `file`. */
export function copyText(file: string, text: string, { capture, executable, source }: CopiedFrom): string {
  const { id, format, functions } = executable;
  const several = functions.length > 1;
  const note = [
    `A copy of ${source} of executable ${id} (${format}) of ${path.basename(capture)}, to be changed.`,
    `It must define ${several ? 'these functions' : functions.length === 1 ? 'this function' : 'the same functions'}, with the same bindings and constants:`,
    ...functions.map((name) => `  ${name}`),
    '',
    'While Substitute on Save is on, each save builds it, compares its results with those of the captured executable,',
    'and measures it against that. In a terminal, build it alone, or do all of it:',
    '',
    ...buildCommand(file, text).map((line) => `  ${line}`),
    `  ireereplay substitute ${[`--replay_executable_substitution=${id}=${file}`, capture].map(shellWord).join(' ')}`,
    ...(path.extname(file) === '.mlir' ? ['', 'It is compiled for the processor that target(...) below names.'] : []),
  ];
  return `${note.map((line) => comment(path.extname(file), line)).join('\n')}\n\n${text}`;
}
