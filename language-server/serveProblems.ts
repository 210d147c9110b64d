/** Diagnostics of dumps and their quick fixes: the requests, answered from preflights. */
import { DocumentDiagnosticReportKind, type Connection } from 'vscode-languageserver';
import type { Checked, Preflights } from './captures/preflights';
import type { DumpDocument } from './dump/dumpDocument';
import { dumpDiagnostics, dumpFixes } from './features/dumpProblems';

export interface ProblemsOptions {
  /** Undefined for what is no dump. */
  readonly dumpOf: (uri: string) => Promise<DumpDocument | undefined>;
  readonly preflights: () => Preflights;
}

export function serveProblems(connection: Connection, { dumpOf, preflights }: ProblemsOptions): void {
  const checked = async (uri: string): Promise<{ readonly dump: DumpDocument; readonly found: Checked } | undefined> => {
    const dump = await dumpOf(uri);
    const found = dump?.capture === undefined ? undefined : await preflights().of(dump.capture);
    return dump === undefined || found === undefined ? undefined : { dump, found };
  };
  connection.languages.diagnostics.on(async ({ textDocument: { uri } }) => {
    const { dump, found } = (await checked(uri)) ?? {};
    return {
      kind: DocumentDiagnosticReportKind.Full,
      items: dump === undefined || found === undefined ? [] : dumpDiagnostics(dump, found),
    };
  });
  connection.onCodeAction(async ({ textDocument: { uri }, range }) => {
    const { dump, found } = (await checked(uri)) ?? {};
    return dump === undefined || found === undefined ? [] : dumpFixes(dump, found, range);
  });
}
