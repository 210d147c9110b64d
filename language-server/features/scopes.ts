/** Scopes where they begin: in sources that record them, and in dumps. */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { ScopeLine } from '../../protocol/processes/languageServer';
import type { ScopeFact } from '../captures/captureFacts';
import type { CaptureIndex, Found, KnownCapture } from '../captures/captureIndex';
import type { DumpIndex, Region } from '../dump/dumpIndex';
import { scopeMarkers, type MarkerLanguage } from '../sources/scopeMarkers';

/** The markers of scopes that a capture of the workspace has, with the newest of those captures. */
export function scopesOfSource(document: TextDocument, language: MarkerLanguage, captures: CaptureIndex): readonly ScopeLine[] {
  return scopeMarkers(document.getText(), language).flatMap(({ name, start }) => {
    const [newest] = captures.scopes((scope) => scope.name === name);
    return newest === undefined ? [] : [scopeLine(document.positionAt(start).line, newest)];
  });
}

export const scopesOfDump = ({ regions }: DumpIndex): readonly Region[] => regions.filter(({ kind }) => kind === 'scope');

export function scopeLinesOfDump(index: DumpIndex, capture: KnownCapture): readonly ScopeLine[] {
  return scopesOfDump(index).map((region) => scopeLine(region.first, { capture, fact: region }));
}

function scopeLine(line: number, { capture, fact }: Found<Pick<ScopeFact, 'name' | 'record'>>): ScopeLine {
  const { name, record } = fact;
  return { line, name, record, capture: capture.path, modified: capture.modified };
}
