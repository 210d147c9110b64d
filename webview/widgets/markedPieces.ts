/** Text with what was searched for in it. */

/** Cuts `text` where a needle stands in it: pieces alternate between plain and marked, beginning with a plain one. */
export function markedPieces(text: string, wanted: readonly string[]): string[] {
  const lower = text.toLowerCase();
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    let found = -1;
    let length = 0;
    for (const needle of wanted) {
      const index = lower.indexOf(needle, at);
      if (index !== -1 && (found === -1 || index < found || (index === found && needle.length > length))) {
        found = index;
        length = needle.length;
      }
    }
    if (found === -1) break;
    pieces.push(text.slice(at, found), text.slice(found, found + length));
    at = found + length;
  }
  pieces.push(text.slice(at));
  return pieces;
}
