/** What stands against a replay of a dump's capture, at the lines of its records, with what would mend it. */
import {
  CodeActionKind,
  DiagnosticSeverity,
  type CodeAction,
  type CodeLens,
  type Command,
  type Diagnostic,
  type Range,
} from 'vscode-languageserver';
import type { Problem } from '../../protocol/capture/capture';
import { APPLY_REMEDY, IN_CAPTURE, type InCapture, type RemedyInCapture } from '../../protocol/processes/languageServer';
import type { OfferedRemedy } from '../../protocol/replay/remedy';
import { leavesWords } from '../../protocol/words/remedyWords';
import type { Checked } from '../captures/preflights';
import type { DumpDocument } from '../dump/dumpDocument';
import { readDumpLine } from '../dump/dumpLine';

const SEVERITY = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

/** Above so many records with problems of one kind a dump has no lenses for them: one remedy mends them all. */
const MOST_LENSES = 20;

/** What the record does, or its number where it does nothing. What is about no record stands at the head of the dump. */
function placeOf({ lines, index }: DumpDocument, { record }: Problem): Range {
  const line = record === undefined ? undefined : index.lineOf.get(record);
  const text = lines[line ?? 0] ?? '';
  const read = line === undefined ? undefined : readDumpLine(text);
  const at = read === undefined || read.operation === '' ? -1 : text.indexOf(read.operation, read.end);
  const before = read === undefined || read.operation === '' || at !== -1 ? at : text.indexOf(read.operation);
  const [start, end] =
    read === undefined ? [0, text.length] : before === -1 ? [read.start, read.end] : [before, before + read.operation.length];
  return { start: { line: line ?? 0, character: start }, end: { line: line ?? 0, character: end } };
}

export function dumpDiagnostics(dump: DumpDocument, { problems }: Checked): Diagnostic[] {
  return problems.map((problem) => ({
    range: placeOf(dump, problem),
    severity: SEVERITY[problem.severity],
    code: problem.kind ?? problem.code,
    source: 'IREE Replay',
    message: [problem.message, problem.remedy].flatMap((one) => (one === undefined ? [] : [sentence(one)])).join(' '),
  }));
}

/** With a capital letter, and an end. */
const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** What was tried for the problem, the best first. */
function remediesFor({ kind, record }: Problem, { remedies }: Checked): readonly OfferedRemedy[] {
  return [
    ...remedies.filter(({ kinds }) => kinds.includes(kind ?? '')),
    ...remedies.filter(({ change }) => record !== undefined && change.stopBefore === record),
  ];
}

function applied(capture: string, remedy: OfferedRemedy, { problems }: Checked): Command {
  const argument: RemedyInCapture = { capture, change: remedy.change };
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return { title: `${remedy.label} (${leavesWords(remedy, errors)})`, command: APPLY_REMEDY, arguments: [argument] };
}

/** For the problems in the lines of a range: what mends each, and its record in the capture. */
export function dumpFixes(dump: DumpDocument, checked: Checked, { start, end }: Range): CodeAction[] {
  const { capture } = dump;
  if (capture === undefined) return [];
  const diagnostics = dumpDiagnostics(dump, checked);
  return checked.problems.flatMap((problem, i) => {
    const diagnostic = diagnostics[i];
    if (diagnostic === undefined || diagnostic.range.start.line < start.line || diagnostic.range.start.line > end.line) return [];
    const fix = (command: Command, isPreferred: boolean): CodeAction => ({
      ...{ title: command.title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], command, isPreferred },
    });
    const shown: InCapture | undefined =
      problem.record === undefined ? undefined : { capture, act: 'showInCapture', record: problem.record };
    return [
      ...remediesFor(problem, checked).map((remedy, place) => fix(applied(capture, remedy, checked), place === 0)),
      ...(shown === undefined
        ? []
        : [fix({ title: `Show #${String(shown.record)} in Capture`, command: IN_CAPTURE, arguments: [shown] }, false)]),
    ];
  });
}

/** The same at the lines themselves, for an editor offers no fix in a document that cannot be changed. */
export function dumpProblemLenses(dump: DumpDocument, checked: Checked): CodeLens[] {
  const { capture } = dump;
  if (capture === undefined) return [];
  const count = new Map<string | undefined, number>();
  return checked.problems.flatMap((problem) => {
    const before = count.get(problem.kind) ?? 0;
    count.set(problem.kind, before + 1);
    if (before >= MOST_LENSES || problem.record === undefined) return [];
    const { start } = placeOf(dump, problem);
    const range = { start: { line: start.line, character: 0 }, end: { line: start.line, character: 0 } };
    return remediesFor(problem, checked).map((remedy) => ({ range, command: applied(capture, remedy, checked) }));
  });
}
