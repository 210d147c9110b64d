/**
 * Where a source begins a scope of a recording: `iree_hal_replay_recorder_scope_begin(recorder, IREE_SV("execute"))` in C and C++
 * (iree/hal/replay/recorder.h), and in Python a call of a `scope_begin` with a name.
 */

/** A call that begins a scope; characters from the text's start, `end` behind its name. */
export interface ScopeMarker {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export type MarkerLanguage = 'c' | 'python';

/** Comments and strings, of which comments are blanked: what is only written about begins nothing. */
const SKIPPED = {
  c: /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
  python: /#[^\n]*|"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
};

/** Between the call and the name there is the recorder, and what makes a string view; never the end of the call. */
const CALL = {
  c: /\b\w*replay_recorder_scope_begin\s*\([^;{}"]*?"((?:[^"\\\n]|\\.)*)"/g,
  python: /\b\w*scope_begin\s*\([^"'\n;]*?(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')/g,
};

const isComment = (text: string): boolean => /^(?:\/[/*]|#|"""|''')/.test(text);

export function scopeMarkers(text: string, language: MarkerLanguage): readonly ScopeMarker[] {
  if (!text.includes('scope_begin')) return [];
  const code = text.replace(SKIPPED[language], (part) => (isComment(part) ? part.replaceAll(/[^\n]/g, ' ') : part));
  return Array.from(code.matchAll(CALL[language]), ({ 0: whole, 1: one, 2: other, index }) => ({
    name: (one ?? other ?? '').replaceAll(/\\(["'\\])/g, '$1'),
    start: index,
    end: index + whole.length,
  }));
}
