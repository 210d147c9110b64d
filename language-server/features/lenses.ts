/** Lenses: what can be done with a scope or a dispatch, above the line that begins it. Commands are found when a lens comes into view. */
import * as path from 'node:path';
import type { CodeLens, Command } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import {
  IN_CAPTURE,
  SHOW_DISASSEMBLY,
  type CaptureAct,
  type InCapture,
  type KernelAct,
  type KernelOfCapture,
} from '../../protocol/processes/languageServer';
import type { FunctionFact } from '../captures/captureFacts';
import type { CaptureIndex, Found } from '../captures/captureIndex';
import type { DumpDocument } from '../dump/dumpDocument';
import type { PlacedKernel } from './kernels';
import type { MarkerLanguage } from '../sources/scopeMarkers';
import { scopesOfDump, scopesOfSource } from './scopes';

/** What a lens is about, until it is resolved. */
type LensData =
  | { readonly kind: 'scope'; readonly name: string; readonly act: CaptureAct }
  /** `about` stands in place of the title. */
  | (InCapture & { readonly kind: 'record'; readonly scope?: string; readonly about?: string })
  | (KernelOfCapture & { readonly kind: 'disassembly' });

/** Above so many dispatches a dump has lenses at its scopes alone: a lens at every line is in the way of reading. */
const MOST_DISPATCHES = 2000;

const SCOPE_ACTS: readonly CaptureAct[] = ['replayScope', 'benchmark', 'profileScope', 'showInCapture'];
/** Behind the kernel's name, which leads to its dispatch. */
const KERNEL_ACTS: readonly CaptureAct[] = ['benchmark', 'profileDispatch', 'sampleHotspots', 'substituteExecutable'];
const DISPATCH_ACTS: readonly CaptureAct[] = ['benchmark', 'profileDispatch', 'substituteExecutable', 'showInCapture'];

/** Without trust what runs code of a capture is not offered. */
const acts = (all: readonly CaptureAct[], trusted: boolean): readonly CaptureAct[] =>
  trusted ? all : all.filter((act) => act === 'showInCapture');

function title(act: CaptureAct, scope: string | undefined): string {
  switch (act) {
    case 'replayScope':
      return `Replay scope "${scope ?? ''}"`;
    case 'benchmark':
      return 'Benchmark';
    case 'profileScope':
    case 'profileDispatch':
      return 'Profile';
    case 'sampleHotspots':
      return 'Sample';
    case 'substituteExecutable':
      return 'Substitute…';
    case 'showInCapture':
      return 'Show in Capture';
  }
}

const lens = (line: number, data: LensData): CodeLens => ({
  range: { start: { line, character: 0 }, end: { line, character: 0 } },
  data,
});

/** Of the markers of scopes that a capture of the workspace has. */
export function scopeLenses(document: TextDocument, language: MarkerLanguage, captures: CaptureIndex, trusted: boolean): CodeLens[] {
  return scopesOfSource(document, language, captures).flatMap(({ line, name }) =>
    acts(SCOPE_ACTS, trusted).map((act) => lens(line, { kind: 'scope', name, act })),
  );
}

/** At the lines where one kernel is defined, wherever edits have moved those. */
export function kernelLenses(kernels: readonly PlacedKernel[], trusted: boolean): CodeLens[] {
  return kernels.flatMap(({ kernel, line, shares }) => {
    const { fact, doubt } = kernel;
    return shares ? [] : lensesOf(kernel, line, doubt === undefined ? fact.name : `⚠ ${fact.name} (${doubt.words})`, trusted);
  });
}

/** What its lenses would do, for a kernel that has none. */
export function kernelActs(kernel: Found<FunctionFact>, captures: CaptureIndex, trusted: boolean): readonly KernelAct[] {
  return lensesOf(kernel, 0, title('showInCapture', undefined), trusted).flatMap((unresolved) => {
    const { command } = resolvedLens(unresolved, captures);
    return command === undefined ? [] : [{ ...command, arguments: command.arguments ?? [] }];
  });
}

/** What can be done with a kernel, above a line; `about` says which it is, and leads to its dispatch. */
export function lensesOf(
  { capture: { path: capture }, fact }: Found<FunctionFact>,
  line: number,
  about: string,
  trusted: boolean,
): CodeLens[] {
  const { record, name, executable, ordinal, scope } = fact;
  const ofRecord = (act: CaptureAct): CodeLens[] =>
    record === undefined ? [] : [lens(line, { kind: 'record', capture, act, record, ...(act === 'showInCapture' ? { about } : {}) })];
  return [
    ...ofRecord('showInCapture'),
    ...(scope === undefined || !trusted
      ? []
      : [lens(line, { kind: 'record', capture, act: 'replayScope', record: scope.record, scope: scope.name })]),
    ...acts(KERNEL_ACTS, trusted).flatMap(ofRecord),
    lens(line, { kind: 'disassembly', capture, executable, ordinal, name }),
  ];
}

/** Of the scopes of a dump, and of its dispatches where they are not too many. */
export function dumpLenses({ index, capture }: DumpDocument, trusted: boolean): CodeLens[] {
  if (capture === undefined) return [];
  const dispatches = index.landmarks.filter(({ kind }) => kind === 'dispatch');
  return [
    ...scopesOfDump(index).flatMap(({ name, first, record }) =>
      acts(SCOPE_ACTS, trusted).map((act) => lens(first, { kind: 'record', capture, act, record, scope: name })),
    ),
    ...(dispatches.length > MOST_DISPATCHES ? [] : dispatches).flatMap(({ line, record }) =>
      acts(DISPATCH_ACTS, trusted).map((act) => lens(line, { kind: 'record', capture, act, record })),
    ),
  ];
}

/** The command of a lens; of a scope that several captures have it is about the newest of them, which it names. */
export function resolvedLens(unresolved: CodeLens, captures: CaptureIndex): CodeLens {
  const data = unresolved.data as LensData;
  const command = commandOf(data, captures);
  return command === undefined ? unresolved : { ...unresolved, command };
}

function commandOf(data: LensData, captures: CaptureIndex): Command | undefined {
  switch (data.kind) {
    case 'scope':
      return ofScope(data.name, data.act, captures);
    case 'record':
      return ofRecord(data);
    case 'disassembly': {
      const { capture, executable, ordinal, name } = data;
      const argument: KernelOfCapture = { capture, executable, ordinal, name };
      return { title: 'Disassembly', command: SHOW_DISASSEMBLY, arguments: [argument] };
    }
  }
}

function ofRecord({ capture, act, record, scope, about }: Extract<LensData, { readonly kind: 'record' }>): Command {
  const argument: InCapture = { capture, act, record };
  return { title: about ?? title(act, scope), command: IN_CAPTURE, arguments: [argument] };
}

function ofScope(name: string, act: CaptureAct, captures: CaptureIndex): Command | undefined {
  const found = captures.scopes((scope) => scope.name === name);
  const [newest] = found;
  if (newest === undefined) return undefined;
  const { capture, fact } = newest;
  const argument: InCapture = { capture: capture.path, act, record: fact.record };
  const where =
    act === 'showInCapture' ? ` (${path.basename(capture.path)}${found.length > 1 ? `, newest of ${String(found.length)}` : ''})` : '';
  return { title: title(act, name) + where, command: IN_CAPTURE, arguments: [argument] };
}
