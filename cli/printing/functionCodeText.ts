/** The machine code of a function for people. */
import type { CodeLoop, FunctionCode, LoopIteration } from '../../protocol/code/code';
import { byteSize, count } from './units';

const hex = (value: bigint): string => `0x${value.toString(16)}`;

/** The calls that an instruction is inlined by, the innermost first. */
function callers(code: FunctionCode, frame: number | undefined): string {
  const calls: string[] = [];
  for (let at = frame === undefined ? undefined : code.frames[frame]; at !== undefined;) {
    const from = at.call === undefined ? '' : ` at ${code.files[at.call.file] ?? ''}:${String(at.call.line)}`;
    calls.push(`${at.function || 'a function'}${from}`);
    at = at.parent === undefined ? undefined : code.frames[at.parent];
  }
  return calls.length === 0 ? '' : `  inlined: ${calls.join(', from ')}`;
}

/** Its instructions under their lines, its loops, and what stands out. */
export function functionCodeText(code: FunctionCode): string {
  const start = BigInt(code.function.address);
  const where = code.section === undefined ? '' : `${code.section}, `;
  const lines = [`${code.function.name}: ${where}${byteSize(String(code.function.size ?? 0))}`];
  let before: string | undefined;
  for (const { offset, bytes, mnemonic, operands, place: index, frame, symbol } of code.instructions) {
    const at = index === undefined ? undefined : code.places[index];
    const header = `${at === undefined ? 'no line' : `${code.files[at[0]] ?? ''}:${String(at[1])}`}${callers(code, frame)}`;
    if (header !== before) lines.push(header);
    before = header;
    const text = `${mnemonic.padEnd(12)} ${operands}`.trimEnd();
    const comment = symbol === undefined ? '' : `  ; ${symbol}`;
    lines.push(`  ${(start + BigInt(offset)).toString(16).padStart(8)}  ${bytes.padEnd(20)}  ${text}${comment}`);
  }
  return [...lines, ...code.loops.map((loop, index) => loopText(code, loop, index)), ...code.findings.map(({ sentence }) => sentence)].join(
    '\n',
  );
}

/** "loop 2, in loop 1: 0x1034-0x1050, elementwise.c:85; an iteration reads 8 B, writes 4 B, 1 floating-point operation". */
function loopText({ function: { address }, places, files }: FunctionCode, loop: CodeLoop, index: number): string {
  const start = BigInt(address);
  const at = loop.place === undefined ? undefined : places[loop.place];
  const facts = [
    loop.code.map(([begin, end]) => `${hex(start + BigInt(begin))}-${hex(start + BigInt(end))}`).join(' '),
    ...(at === undefined ? [] : [`${files[at[0]] ?? ''}:${String(at[1])}`]),
  ];
  const within = loop.parent === undefined ? '' : `, in loop ${String(loop.parent + 1)}`;
  return `loop ${String(index + 1)}${within}: ${facts.join(', ')}; ${iterationText(loop.iteration)}`;
}

function iterationText(iteration: LoopIteration): string {
  const { bytesRead = 0, bytesWritten = 0, bytesUnknown, floatOperations = 0, integerOperations = 0, operationsUnknown } = iteration;
  if (bytesUnknown !== undefined && bytesUnknown === operationsUnknown) return `what an iteration does is not known: ${bytesUnknown}`;
  const operations = [
    ...(floatOperations === 0 ? [] : [count(floatOperations, 'floating-point operation')]),
    ...(integerOperations === 0 ? [] : [count(integerOperations, 'integer operation')]),
  ];
  return [
    bytesUnknown === undefined
      ? `an iteration reads ${byteSize(String(bytesRead))} and writes ${byteSize(String(bytesWritten))}`
      : `bytes of an iteration are not known: ${bytesUnknown}`,
    ...(operationsUnknown === undefined ? operations : [`its operations are not known: ${operationsUnknown}`]),
  ].join(', ');
}
