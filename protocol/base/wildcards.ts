/** Names meant by a pattern. */

/** Matches what `pattern` means as a whole: * is any text, ? any one character. */
export function wildcards(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's');
}
