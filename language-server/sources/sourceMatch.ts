/** Whether a file is the one that a compiler has named: builds happen in other folders and on other machines. */

/** Folders as the compiler saw them, and where they are here. */
export type PathPrefixes = Readonly<Record<string, string>>;

export type SourceMatch =
  /** The very path, or the one that a prefix makes of it. */
  | { readonly how: 'path' | 'prefix' }
  /** Its last `parts` parts are the same, the name included; not more is known. */
  | { readonly how: 'suffix'; readonly parts: number };

/** Paths have slashes, from whatever system they are. */
const partsOf = (path: string): readonly string[] => path.split(/[/\\]+/).filter((part) => part !== '' && part !== '.');

/** `file` is a path of this machine, `compiled` one of a compiler. */
export function matchSource(file: string, compiled: string, prefixes: PathPrefixes): SourceMatch | undefined {
  if (file === compiled) return { how: 'path' };
  if (mapped(compiled, prefixes) === file) return { how: 'prefix' };
  const [own, other] = [partsOf(file), partsOf(compiled)];
  let parts = 0;
  while (parts < Math.min(own.length, other.length) && own.at(-1 - parts) === other.at(-1 - parts)) parts++;
  return parts === 0 ? undefined : { how: 'suffix', parts };
}

/** The path here, by the longest prefix that it has; undefined when it has none. */
export function mapped(compiled: string, prefixes: PathPrefixes): string | undefined {
  const found = Object.keys(prefixes)
    .filter((prefix) => prefix !== '' && compiled.startsWith(prefix))
    .sort((a, b) => b.length - a.length)[0];
  return found === undefined ? undefined : (prefixes[found] ?? '') + compiled.slice(found.length);
}

/** Negative when `a` says more than `b`. */
export function compareMatches(a: SourceMatch, b: SourceMatch): number {
  const rank = (match: SourceMatch): number => (match.how === 'suffix' ? match.parts : Infinity);
  return rank(a) === rank(b) ? 0 : rank(b) - rank(a);
}
