/** The part of a disassembly that is one function's. */

const HEAD = /^(?:[\da-f]+ <.*>:|Disassembly of section .*:)$/;
const SECTION = /^\/\/-+ (\S+) +-+$/;

/** Where a function begins: of llvm-objdump, `0000000000001000 <scale>:`; of nvdisasm, the headline of its section. */
const HEADS = {
  llvmObjdump: {
    begins: (name: string) => (line: string) => line.endsWith(` <${name}>:`) && HEAD.test(line),
    isHead: (line: string) => HEAD.test(line),
  },
  nvdisasm: {
    begins: (name: string) => (line: string) => SECTION.exec(line)?.[1] === `.text.${name}`,
    isHead: (line: string) => SECTION.test(line),
  },
} as const;

/** Undefined where the text has no such function. */
export function functionText(printedBy: keyof typeof HEADS, text: string, name: string): string | undefined {
  const { begins, isHead } = HEADS[printedBy];
  const lines = text.split('\n');
  const first = lines.findIndex(begins(name));
  if (first === -1) return undefined;
  const end = lines.findIndex((line, index) => index > first && isHead(line));
  return `${lines
    .slice(first, end === -1 ? undefined : end)
    .join('\n')
    .trimEnd()}\n`;
}
