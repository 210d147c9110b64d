/** Which line of a source each line of a disassembly comes from, as far as the program that made it says so. */
import type { GpuModule, SourceLocation } from '../../../protocol/code/code';

/** One for each of `texts`; undefined where none is known. */
export function linesInText(kind: GpuModule['kind'] | 'LLVM IR', texts: readonly string[]): readonly (SourceLocation | undefined)[] {
  const read = { 'SPIR-V': spirv, PTX: ptx, HSACO: objdump, 'LLVM IR': ir }[kind](texts);
  return texts.map(read);
}

type Read = (text: string) => SourceLocation | undefined;

/** `%5 = OpString "a.mlir"`, then `OpLine %5 12 3` until the next, `OpNoLine`, or the end of a block. */
function spirv(): Read {
  const files = new Map<string, string>();
  let place: SourceLocation | undefined;
  return (text) => {
    const [, id, path] = /^\s*(%\S+) = OpString "(.*)"$/.exec(text) ?? [];
    if (id !== undefined && path !== undefined) files.set(id, path);
    const [, file, line] = /^\s*OpLine (%\S+) (\d+) /.exec(text) ?? [];
    const named = files.get(file ?? '');
    if (line !== undefined) place = named === undefined ? undefined : { path: named, line: Number(line) };
    if (/^\s*(?:OpNoLine|OpFunctionEnd)\b/.test(text)) place = undefined;
    const here = place;
    // The rules of SPIR-V: a line ends with its block.
    if (/^\s*(?:OpBranch|OpBranchConditional|OpSwitch|OpReturn|OpReturnValue|OpKill|OpUnreachable)\b/.test(text)) place = undefined;
    return here;
  };
}

/** Of PTX `.file 1 "a.cu"` and `.loc 1 12 3`; of nvdisasm `//## File "a.cu", line 12`. */
function ptx(texts: readonly string[]): Read {
  // Compilers name them at the end.
  const named = texts.map((text) => /^\s*\.file\s+(\d+)\s+"([^"]*)"/.exec(text)).filter((found) => found !== null);
  const files = new Map(named.map(([, number = '', path = '']) => [number, path]));
  let place: SourceLocation | undefined;
  return (text) => {
    const [, printed, at] = /\/\/## File "([^"]*)", line (\d+)/.exec(text) ?? [];
    if (printed !== undefined) place = { path: printed, line: Number(at) };
    const [, file, line] = /^\s*\.loc\s+(\d+)\s+(\d+)\b/.exec(text) ?? [];
    if (line !== undefined) place = { path: files.get(file ?? '') ?? `file ${file ?? ''}`, line: Number(line) };
    if (text.startsWith('}')) place = undefined;
    return place;
  };
}

/** `; /path/a.hip:12` over the instructions; another symbol begins with none. */
function objdump(): Read {
  let place: SourceLocation | undefined;
  return (text) => {
    const [, path, line] = /^; (.+):(\d+)(?: \(discriminator \d+\))?$/.exec(text) ?? [];
    if (path !== undefined) place = { path, line: Number(line) };
    else if (/^[\da-f]+ <.*>:$/.test(text)) place = undefined;
    return place;
  };
}

/** `!dbg !12` at an instruction; `!12 = !DILocation(line: 3, scope: !7)` and the file of its scope are at the end. */
function ir(texts: readonly string[]): Read {
  const nodes = new Map<string, string>();
  for (const text of texts) {
    const [, id, node] = /^(!\d+) = (?:distinct )?(!DI\w+\(.*\))$/.exec(text) ?? [];
    if (id !== undefined && node !== undefined) nodes.set(id, node);
  }
  const field = (node: string, name: string): string | undefined => new RegExp(`\\b${name}: (!?\\d+|"[^"]*")`).exec(node)?.[1];
  const nodeAt = (node: string, name: string): string => nodes.get(field(node, name) ?? '') ?? '';
  const textAt = (node: string, name: string): string => field(node, name)?.slice(1, -1) ?? '';
  return (text) => {
    const node = nodes.get(/ !dbg (!\d+)/.exec(text)?.[1] ?? '') ?? '';
    const file = nodeAt(node.startsWith('!DILocation(') ? nodeAt(node, 'scope') : node, 'file');
    const line = Number(field(node, 'line') ?? 0);
    const name = textAt(file, 'filename');
    if (line === 0 || name === '') return undefined;
    const folder = textAt(file, 'directory');
    return { path: name.startsWith('/') || folder === '' ? name : `${folder}/${name}`, line };
  };
}
