/** Signatures of functions as MLIR writes them: `@main(%input0: tensor<4xf32> {…}) -> (%output0: i32)`. */

const OPEN = '([{<';
const CLOSE = ')]}>';

/** A value as it is written: `%input0: tensor<4xf32>`, without its `%`. */
export interface WrittenValue {
  readonly name: string;
  readonly type: string;
}

/** Calls `visit` with each character outside of quotes and how many brackets are open before it; ends where that returns true. */
function scan(text: string, visit: (character: string, depth: number, at: number) => boolean | undefined): void {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
      continue;
    }
    if (visit(character, depth, at) === true) return;
    if (character === '"') quoted = true;
    else if (OPEN.includes(character)) depth++;
    // The arrow of a type that is a function's closes nothing.
    else if (CLOSE.includes(character) && !(character === '>' && text[at - 1] === '-')) depth--;
  }
}

/** What stands between a parenthesis, which `text` begins with, and the one that closes it; and what follows. */
export function bracketed(text: string): { readonly inner: string; readonly rest: string } | undefined {
  let end: number | undefined;
  scan(text, (character, depth, at) => {
    if (character !== ')' || depth !== 1) return false;
    end = at;
    return true;
  });
  return end === undefined || !text.startsWith('(') ? undefined : { inner: text.slice(1, end), rest: text.slice(end + 1) };
}

/** The parts between commas that stand in no brackets. */
export function parts(text: string): readonly string[] {
  const commas: number[] = [];
  scan(text, (character, depth, at) => {
    if (character === ',' && depth === 0) commas.push(at);
    return false;
  });
  const begins = [0, ...commas.map((at) => at + 1)];
  return begins.map((begin, i) => text.slice(begin, commas[i]).trim()).filter((part) => part !== '');
}

/** "%input0: tensor<4xf32> {iree.abi.affinity = …} loc(…)"; undefined where it is written otherwise. */
function valueOf(part: string): WrittenValue | undefined {
  const [, name, typed] = /^%([^:\s]+):\s*([^]+)$/.exec(part) ?? [];
  if (name === undefined || typed === undefined) return undefined;
  let end = typed.length;
  scan(typed, (character, depth, at) => {
    if (depth !== 0 || !(character === '{' || /^\sloc\(/.test(typed.slice(at, at + 5)))) return false;
    end = at;
    return true;
  });
  return { name, type: typed.slice(0, end).trim() };
}

/** The values of a list; undefined where one is written otherwise. */
export function valuesOf(text: string): readonly WrittenValue[] | undefined {
  const values = parts(text).map(valueOf);
  return values.includes(undefined) ? undefined : values.filter((value) => value !== undefined);
}
