/** LLVM IR whose instructions name their own lines: then machine code says which line of it that it comes from. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import type { Run } from './toolchain';

/** Its own debugging information names the source that it was made from. */
const HAS_LINES = /!DILocation\(|!DISubprogram\(/;

/**
 * Lines of instructions, from 1, in their order. An instruction begins a line within a function's body, or goes on from it where a switch
 * lists its cases, or clauses follow.
 */
export function instructionLines(text: string): readonly number[] {
  const lines: number[] = [];
  let inside = false;
  let inList = false;
  for (const [index, line] of text.split('\n').entries()) {
    const written = line.trim();
    if (!inside) inside = /^define\b.*\{\s*(?:;.*)?$/.test(written);
    else if (written === '}') inside = false;
    else if (inList) inList = !written.startsWith(']');
    else if (!/^(?:$|;|(?:"[^"]*"|[\w.$-]+):\s*(?:;|$)|(?:cleanup|catch|filter)\b)/.test(written)) {
      lines.push(index + 1);
      inList = /^(?:switch|indirectbr)\b.*\[\s*$/.test(written);
    }
  }
  return lines;
}

/**
 * Writes the source into `folder` with lines of its own, by the opt that belongs to `clang`; the file. Undefined where it has lines of another
 * source, where there is no such opt, and where its instructions are not one by one those of the text.
 */
export async function linedIr(source: string, folder: string, clang: string, run: Run): Promise<string | undefined> {
  const text = await fs.readFile(source, 'utf8');
  if (HAS_LINES.test(text)) return undefined;
  const { stdout } = await run(clang, ['-print-prog-name=opt']);
  const opt = stdout.trim();
  if (!path.isAbsolute(opt)) return undefined;
  const output = path.join(folder, 'lined.ll');
  // It numbers instructions from 1 on.
  const { status } = await run(opt, ['-S', '-passes=debugify', '-debugify-level=locations', source, '-o', output]).catch(() => ({
    status: 1,
  }));
  if (status !== 0) return undefined;
  const numbered = await fs.readFile(output, 'utf8');
  const lines = instructionLines(text);
  const [, first] = /^!llvm\.debugify = !\{!(\d+)/m.exec(numbered) ?? [];
  const count = new RegExp(`^!${first ?? ''} = !\\{i32 (\\d+)\\}`, 'm').exec(numbered)?.[1];
  if (Number(count) !== lines.length) return undefined;
  const named = numbered.replaceAll(/^(!\d+ = .*!DI(?:Location|Subprogram)\(.*)$/gm, (node) =>
    node.replaceAll(
      /\b(line|scopeLine): (\d+)/g,
      (_, name: string, number: string) => `${name}: ${String(lines[Number(number) - 1] ?? 0)}`,
    ),
  );
  await fs.writeFile(output, named);
  return output;
}
