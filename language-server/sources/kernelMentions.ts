/** Where MLIR names kernels: `@name` in flow.dispatch, hal.executable.export, func.func and what else refers to a symbol. */

/** Lines and characters from 0; `@` is not part of it. */
export interface KernelMention {
  readonly name: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** It is what names the kernel for those who call it, from outside of the executable. */
  readonly exports: boolean;
}

/** A symbol, as MLIR writes it without quotes. */
const SYMBOL = /@([\w$.-]+)/g;

export function mentionsIn(line: string, number: number): readonly KernelMention[] {
  if (!line.includes('@')) return [];
  const exported = /^\s*hal\.executable\.export\b[^@]*@([\w$.-]+)/.exec(line)?.[1];
  return Array.from(line.matchAll(SYMBOL), ({ 1: name = '', index }) => ({
    ...{ name, line: number, start: index + 1, end: index + 1 + name.length },
    exports: name === exported,
  }));
}

/** The symbol at a character of a line. */
export function mentionAt(line: string, number: number, character: number): KernelMention | undefined {
  return mentionsIn(line, number).find(({ start, end }) => character >= start - 1 && character <= end);
}
