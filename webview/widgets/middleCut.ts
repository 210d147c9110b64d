/** Names that are longer than their room: the beginning says whose it is, and the end which shape. */

/** The name in at most so many characters; empty where so few would say nothing. */
export function middleCut(name: string, characters: number): string {
  if (name.length <= characters) return name;
  if (characters < 4) return '';
  const kept = characters - 1;
  // Names of one model begin alike, and differ at the end. With little room the beginning is what one knows them by.
  const tail = characters < 8 ? 0 : Math.floor(kept / 2);
  return `${name.slice(0, kept - tail)}…${tail === 0 ? '' : name.slice(-tail)}`;
}
