/**
 * Lenses: what can be done with a scope or a dispatch, above the line that begins it. They come with their commands: VS Code 1.100 puts a
 * command that it has asked for with an earlier answer into the lens at that place of a later one.
 */
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

const lens = (line: number, command: Command): CodeLens => ({
  range: { start: { line, character: 0 }, end: { line, character: 0 } },
  command,
});

const inCapture = (act: CaptureAct, words: string, capture: string, record: number): Command => {
  const argument: InCapture = { capture, act, record };
  return { title: words, command: IN_CAPTURE, arguments: [argument] };
};

/** Of the markers of scopes that a capture of the workspace has: about the newest of those that have it, which they name. */
export function scopeLenses(document: TextDocument, language: MarkerLanguage, captures: CaptureIndex, trusted: boolean): CodeLens[] {
  return scopesOfSource(document, language, captures).flatMap(({ line, name }) => {
    const found = captures.scopes((scope) => scope.name === name);
    const [newest] = found;
    if (newest === undefined) return [];
    const { capture, fact } = newest;
    const which = `${path.basename(capture.path)}${found.length > 1 ? `, newest of ${String(found.length)}` : ''}`;
    return acts(SCOPE_ACTS, trusted).map((act) =>
      lens(line, inCapture(act, act === 'showInCapture' ? `${title(act, name)} (${which})` : title(act, name), capture.path, fact.record)),
    );
  });
}

/** At the lines where one kernel is defined, wherever edits have moved those. */
export function kernelLenses(kernels: readonly PlacedKernel[], trusted: boolean): CodeLens[] {
  return kernels.flatMap(({ kernel, line, shares }) => {
    const { fact, doubt } = kernel;
    return shares ? [] : lensesOf(kernel, line, doubt === undefined ? fact.name : `⚠ ${fact.name} (${doubt.words})`, trusted);
  });
}

/** What its lenses would do, for a kernel that has none. */
export function kernelActs(kernel: Found<FunctionFact>, trusted: boolean): readonly KernelAct[] {
  return commandsOf(kernel, title('showInCapture', undefined), trusted).map((command) => ({
    ...command,
    arguments: command.arguments ?? [],
  }));
}

/** What can be done with a kernel, above a line; `about` says which it is, and leads to its dispatch. */
export const lensesOf = (kernel: Found<FunctionFact>, line: number, about: string, trusted: boolean): CodeLens[] =>
  commandsOf(kernel, about, trusted).map((command) => lens(line, command));

function commandsOf({ capture: { path: capture }, fact }: Found<FunctionFact>, about: string, trusted: boolean): readonly Command[] {
  const { record, name, executable, ordinal, scope } = fact;
  const kernel: KernelOfCapture = { capture, executable, ordinal, name };
  const ofRecord = (act: CaptureAct, words = title(act, undefined)): readonly Command[] =>
    record === undefined ? [] : [inCapture(act, words, capture, record)];
  return [
    ...ofRecord('showInCapture', about),
    ...(scope === undefined || !trusted ? [] : [inCapture('replayScope', title('replayScope', scope.name), capture, scope.record)]),
    ...acts(KERNEL_ACTS, trusted).flatMap((act) => ofRecord(act)),
    { title: 'Disassembly', command: SHOW_DISASSEMBLY, arguments: [kernel] },
  ];
}

/** Of the scopes of a dump, and of its dispatches where they are not too many. */
export function dumpLenses({ index, capture }: DumpDocument, trusted: boolean): CodeLens[] {
  if (capture === undefined) return [];
  const dispatches = index.landmarks.filter(({ kind }) => kind === 'dispatch');
  const all = (line: number, wanted: readonly CaptureAct[], record: number, scope?: string): CodeLens[] =>
    acts(wanted, trusted).map((act) => lens(line, inCapture(act, title(act, scope), capture, record)));
  return [
    ...scopesOfDump(index).flatMap(({ name, first, record }) => all(first, SCOPE_ACTS, record, name)),
    ...(dispatches.length > MOST_DISPATCHES ? [] : dispatches).flatMap(({ line, record }) => all(line, DISPATCH_ACTS, record)),
  ];
}
