/**
 * JSON laid out over lines, and coloured, without parsing its numbers: they are 64 bits wide, and a double would
 * round them.
 */

export interface JsonToken {
  readonly kind: 'punctuation' | 'key' | 'string' | 'number' | 'word' | 'blank';
  readonly text: string;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;

/** Lays out one line of JSON; arrays of plain numbers stay on one line. Text that is no JSON comes back as it is. */
export function layoutJson(json: string): JsonToken[] {
  const raw = [...json.matchAll(TOKEN)].map(([text]) => text);
  const out: JsonToken[] = [];
  let depth = 0;
  const line = (): void => {
    out.push({ kind: 'blank', text: `\n${'  '.repeat(depth)}` });
  };
  for (let i = 0; i < raw.length; i++) {
    const text = raw[i] ?? '';
    const next = raw[i + 1];
    if (text === '{' || text === '[') {
      const end = flatEnd(raw, i);
      if (end !== undefined) {
        out.push(...flat(raw.slice(i, end + 1)));
        i = end;
        continue;
      }
      out.push({ kind: 'punctuation', text });
      depth++;
      line();
    } else if (text === '}' || text === ']') {
      depth = Math.max(0, depth - 1);
      line();
      out.push({ kind: 'punctuation', text });
    } else if (text === ',') {
      out.push({ kind: 'punctuation', text });
      line();
    } else if (text === ':') {
      out.push({ kind: 'punctuation', text: ': ' });
    } else {
      out.push({ kind: kindOf(text, next), text });
    }
  }
  return out;
}

/** End of an empty container or of an array of plain values that begins at `start`. */
function flatEnd(raw: readonly string[], start: number): number | undefined {
  if (raw[start] === '{') return raw[start + 1] === '}' ? start + 1 : undefined;
  for (let i = start + 1; i < raw.length; i++) {
    const text = raw[i];
    if (text === ']') return i;
    if (text === '[' || text === '{') return undefined;
  }
  return undefined;
}

function flat(raw: readonly string[]): JsonToken[] {
  return raw.map((text) => (text === ',' ? { kind: 'punctuation', text: ', ' } : { kind: kindOf(text, undefined), text }));
}

function kindOf(text: string, next: string | undefined): JsonToken['kind'] {
  if (text.startsWith('"')) return next === ':' ? 'key' : 'string';
  if (/^[-\d]/.test(text)) return 'number';
  return /^[a-z]/.test(text) ? 'word' : 'punctuation';
}
