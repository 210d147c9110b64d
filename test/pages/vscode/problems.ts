/** The list of problems: what all collections of diagnostics say. */
import type { URI } from 'vscode-uri';
import { enumerations, type Diagnostic } from './values';

export interface ShownProblem {
  readonly file: string;
  /** Where it begins, both from 1. */
  readonly line: number;
  readonly column: number;
  readonly severity: string;
  readonly message: string;
  /** Of what kind it is, as who says it names it. */
  readonly code: string;
}

export interface Problems {
  /** `languages.createDiagnosticCollection`. */
  createCollection(name?: string): unknown;
  readonly all: readonly ShownProblem[];
  /** Of a document. */
  of(uri: URI): readonly Diagnostic[];
}

const NAMES: readonly string[] = Object.keys(enumerations.DiagnosticSeverity);

export function createProblems(): Problems {
  const collections = new Set<Map<string, { readonly uri: URI; readonly diagnostics: readonly Diagnostic[] }>>();
  const everything = (): readonly { readonly uri: URI; readonly diagnostics: readonly Diagnostic[] }[] =>
    [...collections].flatMap((one) => [...one.values()]);
  return {
    createCollection(name = '') {
      const own = new Map<string, { readonly uri: URI; readonly diagnostics: readonly Diagnostic[] }>();
      collections.add(own);
      return {
        name,
        set: (uri: URI, diagnostics: readonly Diagnostic[] = []) => void own.set(uri.toString(), { uri, diagnostics }),
        get: (uri: URI) => own.get(uri.toString())?.diagnostics,
        has: (uri: URI) => own.has(uri.toString()),
        delete: (uri: URI) => void own.delete(uri.toString()),
        clear: () => own.clear(),
        dispose: () => void collections.delete(own),
      };
    },
    get all() {
      return everything().flatMap(({ uri, diagnostics }) =>
        diagnostics.map(({ range, message, severity, code }) => ({
          file: uri.fsPath,
          line: range.start.line + 1,
          column: range.start.character + 1,
          severity: NAMES[severity] ?? '',
          message,
          code: codeWords(code),
        })),
      );
    },
    of: (asked) => everything().flatMap(({ uri, diagnostics }) => (uri.toString() === asked.toString() ? diagnostics : [])),
  };
}

const codeWords = (code: Diagnostic['code']): string =>
  typeof code === 'object' ? String(code.value) : code === undefined ? '' : String(code);
