/** What all names of a capture's functions share says nothing in a row, and is not drawn there. */

/** Characters [begin, end) of a name. */
export interface Stretch {
  readonly begin: number;
  readonly end: number;
}

export interface ShortNames {
  /** What is left out, as it is said above a column; empty when nothing is. */
  readonly shared: string;
  /** Characters of the longest name as it is drawn. */
  readonly longest: number;
  /** What of this name is left out; undefined when it is drawn whole. */
  hidden(name: string): Stretch | undefined;
}

type LeftOut = Omit<ShortNames, 'longest'>;

const NOTHING: LeftOut = { shared: '', hidden: () => undefined };
export const WHOLE_NAMES: ShortNames = { ...NOTHING, longest: 0 };

/** What is shorter is not worth the doubt about what is missing. */
const SHORTEST = 4;

/** IREE's compiler names a dispatch after its function: model$async_dispatch_12_matmul_64x64x32_f32. */
const DISPATCH = /^(.*?)((?:\$async)?_dispatch_)(?=\d)/;

/** Finds what to leave out of these names: what all begin with, else what stands in each between its module and its number. */
export function shortNames(names: readonly string[]): ShortNames {
  const left = leftOut(names);
  return { ...left, longest: names.reduce((longest, name) => Math.max(longest, withoutShared(left, name).length), 0) };
}

function leftOut(names: readonly string[]): LeftOut {
  const [first] = names;
  if (first === undefined) return NOTHING;
  const parts = names.map((name) => DISPATCH.exec(name));
  const head = parts[0];
  if (head !== undefined && head !== null) {
    if (parts.every((part) => part?.[0] === head[0])) return leaveOut(head[0], 0);
    if (parts.every((part) => part?.[2] === head[2])) return leaveOut(head[2] ?? '', undefined);
  }
  if (names.length < 2) return NOTHING;
  let length = first.length;
  for (const name of names) {
    let same = 0;
    while (same < length && name[same] === first[same]) same++;
    length = same;
  }
  // Whole words, and something is left of each.
  const shared = /^.*[_$.]/.exec(first.slice(0, length))?.[0] ?? '';
  return shared.length < SHORTEST || names.includes(shared) ? NOTHING : leaveOut(shared, 0);
}

function leaveOut(shared: string, at: number | undefined): LeftOut {
  if (shared.length < SHORTEST) return NOTHING;
  return {
    shared,
    hidden: (name) => {
      const begin = name.indexOf(shared);
      return begin === -1 || (at !== undefined && begin !== at) ? undefined : { begin, end: begin + shared.length };
    },
  };
}

/** A name where nothing but text can be drawn: with an ellipsis for what is left out between other words. */
export function withoutShared(names: Pick<ShortNames, 'hidden'>, name: string): string {
  const left = names.hidden(name);
  return left === undefined ? name : `${name.slice(0, left.begin)}${left.begin === 0 ? '' : '…'}${name.slice(left.end)}`;
}

/** A piece of a name as it is drawn: what gives way first where there is no room, what stays, what a query has found. */
export interface NamePiece {
  readonly kind: 'hidden' | 'gives way' | 'found' | 'end';
  readonly text: string;
}

/** Characters that the end of a name keeps: its last dimensions and its type. */
const END = 18;
/** What is shorter says more than the ellipsis in its place. */
const GIVES_WAY = 4;

/**
 * Cuts a name into pieces that together are all of it. `marked` alternates between what a query has not and has found, beginning with
 * the former; nothing that is found is left out.
 */
export function namePieces(name: string, hidden: Stretch | undefined, marked: readonly string[]): readonly NamePiece[] {
  const pieces: NamePiece[] = [];
  const firstFound = marked.length > 1 ? (marked[0]?.length ?? 0) : name.length;
  const leftOut = hidden === undefined || hidden.end > firstFound ? undefined : hidden;
  const add = (kind: NamePiece['kind'], text: string): void => {
    if (text !== '') pieces.push({ kind: kind === 'gives way' && text.length < GIVES_WAY ? 'end' : kind, text });
  };
  let at = 0;
  marked.forEach((text, i) => {
    const end = at + text.length;
    const last = i === marked.length - 1;
    if (i % 2 === 1) add('found', text);
    else {
      const from = leftOut !== undefined && at <= leftOut.begin && leftOut.end <= end ? leftOut : undefined;
      if (from !== undefined) {
        add('gives way', name.slice(at, from.begin));
        add('hidden', name.slice(from.begin, from.end));
      }
      const rest = name.slice(from?.end ?? at, end);
      const cut = last ? beginOfEnd(rest) : rest.length;
      add('gives way', rest.slice(0, cut));
      add('end', rest.slice(cut));
    }
    at = end;
  });
  return pieces;
}

/** Where the end begins that is kept: at a word, when one begins near there. */
function beginOfEnd(text: string): number {
  const least = text.length - END;
  if (least < GIVES_WAY) return 0;
  const word = text.indexOf('_', least);
  return word === -1 || word > text.length - 4 ? least : word;
}
