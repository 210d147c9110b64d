/** Machine code as `ireereplay source --disassembly` prints it: instructions under the line of the source that they come from. */

/** Begins with an instruction's address and its bytes; where it was sampled, before them with its share and how many samples it has. */
export const INSTRUCTION = /^(?:[ \d.%]{15})? {2,}[\da-f]+ {2}[\da-f]+ /;

/** The share of all samples that an instruction has, from 0 to 1; undefined where it has too few. */
export function shareIn(line: string): number | undefined {
  const [, share] = INSTRUCTION.test(line) ? (/^ *(\d+\.\d) %/.exec(line) ?? []) : [];
  return share === undefined ? undefined : Number(share) / 100;
}

/** A line of a source, as the compiler named it. */
export interface ListedPlace {
  readonly path: string;
  /** From 1; 0 when it is unknown. */
  readonly line: number;
}

/** Instructions that come from a place: lines of the listing, from 0, the last included. */
export interface ListedCode extends ListedPlace {
  readonly first: number;
  readonly last: number;
}

/** What stands in a line of its own, or behind the function that the listing is of; undefined in a line without one. */
export function placeIn(line: string): ListedPlace | undefined {
  if (INSTRUCTION.test(line)) return undefined;
  const [, path, number] = /^\s*(?:[\w.]+: )?([^\s:][^:]*):(\d+)(?=\s|$)/.exec(line) ?? [];
  return path === undefined || number === undefined ? undefined : { path, line: Number(number) };
}

/** All code of a listing. What a compiler has read from a pipe, which it calls "-", is the source that the function is said to be from. */
export function listedCode(lines: readonly string[]): readonly ListedCode[] {
  const code: ListedCode[] = [];
  const origins = new Map<string, string>();
  let described: string | undefined;
  let origin: string | undefined;
  let place: ListedPlace | undefined;
  lines.forEach((line, number) => {
    const [, declared] = /^ {2}(?:\d+|-) (\S+) at 0x/.exec(line) ?? [];
    const [, listed] = /^(\S+): .*\d+(?:\.\d+)? (?:B|[KMG]iB)$/.exec(line) ?? [];
    if (declared !== undefined) described = declared;
    else if (listed !== undefined) [origin, place] = [origins.get(listed), undefined];
    else if (INSTRUCTION.test(line)) {
      const last = code.at(-1);
      if (place === undefined) return;
      if (last?.last === number - 1 && last.line === place.line && last.path === place.path)
        code[code.length - 1] = { ...last, last: number };
      else code.push({ ...place, first: number, last: number });
    } else {
      const found = placeIn(line);
      if (found === undefined) {
        // What has no line says so.
        if (!line.startsWith('  ')) place = undefined;
        return;
      }
      if (line.startsWith('  ') && described !== undefined && !origins.has(described)) origins.set(described, found.path);
      else if (!line.startsWith('  ')) place = found.path === '-' && origin !== undefined ? { ...found, path: origin } : found;
    }
  });
  return code;
}
