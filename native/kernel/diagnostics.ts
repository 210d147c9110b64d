/** What compilers say, as places in sources: clang and iree-compile both print "file:line:column: severity: message". */
import type { Diagnostic } from '../../protocol/run';

const LINE =
  /^(?:<?)(?<file>[^\n:<>]+|[A-Za-z]:[^\n:]+):(?<line>\d+):(?<column>\d+): (?<severity>fatal error|error|warning|note|remark): (?<message>.*)$/;

/** The diagnostics in what a compiler printed, in its order. Lines between them (excerpts, carets) are left out. */
export function parseDiagnostics(output: string): readonly Diagnostic[] {
  return output.split('\n').flatMap((text): readonly Diagnostic[] => {
    const { file, line, column, severity, message } = LINE.exec(text.trimEnd())?.groups ?? {};
    if (file === undefined || severity === undefined || message === undefined) return [];
    return [
      {
        severity: severity.endsWith('error') ? 'error' : severity === 'warning' ? 'warning' : 'note',
        file,
        line: Number(line),
        column: Number(column),
        message,
      },
    ];
  });
}
