/** Compiler messages as places in sources: all print "file:line:column: severity: message", assemblers without a column. */
import * as path from 'node:path';
import type { Diagnostic } from '../../protocol/replay/run';

const LINE = /^(?<file>[^\s<].*?):(?<line>\d+):(?:(?<column>\d+):)? (?<severity>fatal error|error|warning|note|remark): (?<message>.*)$/i;

/** The diagnostics in a compiler's output, in order; `folder` is where it ran. Lines between them (excerpts, carets) are left out. */
export function parseDiagnostics(output: string, folder: string): readonly Diagnostic[] {
  return output.split('\n').flatMap((text): readonly Diagnostic[] => {
    const { file, line, column = '1', severity, message } = LINE.exec(text.trimEnd())?.groups ?? {};
    if (file === undefined || severity === undefined || message === undefined) return [];
    const kind = severity.toLowerCase();
    return [
      {
        severity: kind.endsWith('error') ? 'error' : kind === 'warning' ? 'warning' : 'note',
        file: path.resolve(folder, file),
        line: Number(line),
        column: Number(column),
        message,
      },
    ];
  });
}
