/** Command lines as they are shown. */

/** Broken before each flag and before the last word, as a shell takes it; nothing within quotes is touched. */
export function wrapped(line: string): string {
  const words = line.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? [];
  return words.reduce((text, word, i) => {
    const own = /^'?--/.test(word) || (i > 1 && i === words.length - 1);
    return `${text}${own ? ' \\\n  ' : i === 0 ? '' : ' '}${word}`;
  }, '');
}
