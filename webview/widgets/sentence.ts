/** Messages as sentences: the native core's begin in lower case and have no full stop, as IREE's. */

/** Begins with a capital, unless the first word is a name, and ends with a stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const first = /^[a-z][a-z]*(?=[\s,;:'’]|$)/.test(trimmed) ? trimmed.charAt(0).toUpperCase() + trimmed.slice(1) : trimmed;
  return /[.!?…:]$/.test(first) ? first : `${first}.`;
}
