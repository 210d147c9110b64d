/** Assembly for x86 as a text: its functions, and which line is which instruction of machine code. */
import { isPadding, sameInstruction, type Syntax } from './sameInstruction';

/** An instruction as it is written. */
export interface WrittenInstruction {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

export interface AssemblyFunction {
  readonly name: string;
  /** Of its label, from 1. */
  readonly line: number;
  readonly syntax: Syntax;
  readonly instructions: readonly WrittenInstruction[];
}

/** A label that other files may see begins a function; what follows none, and what has no instructions, is none. */
export function assemblyFunctions(text: string): readonly AssemblyFunction[] {
  const syntax: Syntax = /^\s*\.intel_syntax\b/m.test(text) ? 'intel' : 'att';
  const functions: (AssemblyFunction & { readonly instructions: WrittenInstruction[] })[] = [];
  withoutComments(text)
    .split('\n')
    .forEach((written, index) => {
      const line = index + 1;
      const [, quoted, plain, rest = ''] = /^\s*(?:"([^"]+)"|([\w.$@]+)):(.*)$/.exec(written) ?? [undefined, undefined, undefined, written];
      const label = quoted ?? plain;
      if (label !== undefined && !/^(?:\.L|\d+$)/.test(label)) functions.push({ name: label, line, syntax, instructions: [] });
      for (const statement of statements(rest)) functions.at(-1)?.instructions.push({ line, text: statement });
    });
  return functions.filter(({ instructions }) => instructions.length > 0);
}

/** Comments become blanks, so that lines stay where they are. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|(?:#|\/\/)[^\n]*/g, (found) =>
    found.startsWith('"') ? found : found.replaceAll(/[^\n]/g, ' '),
  );

/** Instructions of a line; directives are none. A prefix may be written as a statement of its own. */
function statements(line: string): readonly string[] {
  const joined = line.replaceAll(/\b(rep\w*|lock)\s*;\s*/g, '$1 ');
  const all = joined.includes('"') ? [joined] : joined.split(';');
  return all.map((one) => one.trim().replaceAll(/\s+/g, ' ')).filter((one) => one !== '' && !/^[.=]|^[\w.$]+\s*=/.test(one));
}

/** How a function as it is written and machine code are one: the line of each instruction; undefined of one that only fills. */
export interface SameCode {
  readonly lines: readonly (number | undefined)[];
}

/** Why they are not: the first instruction that differs, as written and as decoded, where both go on. */
export interface OtherCode {
  readonly written?: WrittenInstruction;
  readonly decoded?: string;
}

/** Holds `decoded`, instructions in Intel's syntax, against a function: all instructions must be the same, one by one. */
export function sameCode({ instructions, syntax }: AssemblyFunction, decoded: readonly string[]): SameCode | OtherCode {
  const written = instructions.filter(({ text }) => !isPadding(text));
  const lines: (number | undefined)[] = [];
  let at = 0;
  for (const one of decoded) {
    if (isPadding(one)) {
      lines.push(undefined);
      continue;
    }
    const next = written[at++];
    if (next === undefined) return { decoded: one };
    if (!sameInstruction(next.text, syntax, one)) return { written: next, decoded: one };
    lines.push(next.line);
  }
  const more = written[at];
  return more === undefined ? { lines } : { written: more };
}
