/** What llvm code prints for people. */
import type { LlvmCode } from '../../protocol/neighbour/llvm';
import { kernelWords } from '../../protocol/words/llvmWords';
import { functionCodeText } from './functionCodeText';

/** The whole text. */
export function llvmCodeText({ file, kind, function: of, listing, disassembly }: LlvmCode): string {
  const head = `${of === undefined ? '' : `${kernelWords(of)}, in `}${file}: ${kind}`;
  if (listing !== undefined) return [head, functionCodeText(listing), ...listing.notes, ''].join('\n');
  const { program, text = '', cut, problem } = disassembly ?? {};
  if (problem !== undefined) return `${head}; ${problem}\n`;
  const by = program === undefined ? '' : `, disassembled by ${program}`;
  return `${head}${by}\n${text.trimEnd()}\n${cut === true ? '… and so on: it is longer than is shown\n' : ''}`;
}
