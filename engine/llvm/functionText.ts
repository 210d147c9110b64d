/** The part of a disassembly that is one function's. */

interface Form {
  /** The line that a function begins with. */
  readonly begins: (line: string, name: string) => boolean;
  /** A line that the function before it does not have. */
  readonly isNext: (line: string) => boolean;
}

const HEAD = /^(?:[\da-f]+ <.*>:|Disassembly of section .*:)$/;

const FORMS = {
  /** `0000000000001000 <scale>:` */
  llvmObjdump: { begins: (line, name) => HEAD.test(line) && line.endsWith(` <${name}>:`), isNext: (line) => HEAD.test(line) },
  /** `scale:`, after what declares it; another may follow in the same section. */
  nvdisasm: { begins: (line, name) => line === `${name}:`, isNext: (line) => /^(?:\/\/-{8,} |\s+\.(?:global|weak|type)\s)/.test(line) },
} as const satisfies Readonly<Record<string, Form>>;

/** Undefined where the text has no such function. */
export function functionText(printedBy: keyof typeof FORMS, text: string, name: string): string | undefined {
  const { begins, isNext }: Form = FORMS[printedBy];
  const lines = text.split('\n');
  const first = lines.findIndex((line) => begins(line, name));
  if (first === -1) return undefined;
  const end = lines.findIndex((line, index) => index > first && isNext(line));
  return `${lines
    .slice(first, end === -1 ? undefined : end)
    .join('\n')
    .trimEnd()}\n`;
}
