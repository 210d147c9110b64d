/** Command lines as text and as words, by the rules of a POSIX shell's quotes. */

const WORD = /(?:[^\s"'\\]|\\[^]|'[^']*'|"(?:[^"\\]|\\[^])*")+|\S/g;
const QUOTED = /\\([^])|'([^']*)'|"((?:[^"\\]|\\[^])*)"/g;

/** The words of a command line, without quotes; nothing is expanded. undefined where a quote is not closed. */
export function commandWords(text: string): readonly string[] | undefined {
  const words = text.match(WORD) ?? [];
  if (words.some((word) => /^["'\\]$/.test(word))) return undefined;
  return words.map((word) =>
    word.replace(
      QUOTED,
      (_, escaped?: string, single?: string, double?: string) => escaped ?? single ?? (double ?? '').replace(/\\(["\\$`])/g, '$1'),
    ),
  );
}

/** One word, as a POSIX shell reads it. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
