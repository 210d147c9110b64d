/** Answers what a page asks of the code of kernels: each function is read once and given in pages of rows. */
import * as vscode from 'vscode';
import type { Capture } from '../../../engine/addon/capture';
import { disassembleModule } from '../../../engine/kernels/disassemblers';
import type { ExecutableCode } from '../../../protocol/code/code';
import type { KernelChoice, KernelCodeHost, KernelSource, KernelSources, RecordCode } from '../../../protocol/code/kernelCode';
import type { KernelOfCapture, SourceOfKernel } from '../../../protocol/processes/languageServer';
import type { Handlers } from '../../../protocol/base/rpc';
import type { U64 } from '../../../protocol/base/u64';
import type { CaptureDocument } from '../../captures/captureDocument';
import { atLine, openEmbedded, openListing } from '../../source/captureTexts';
import { chosenDisassemblers } from '../../source/disassemblers';
import type { LanguageFeatures } from '../../source/languageFeatures';
import { copyLines, copyListing } from '../code/copyListing';
import { fileLines, linesOf } from '../code/fileLines';
import { createKept } from '../code/kept';
import { listingOf, LONGEST, moduleListing, type Listing } from '../code/listing';
import { pageOf } from '../code/pageOf';

/** Exports that are named. */
const MAX_FUNCTIONS = 4096;

const createReadings = () => ({
  executables: createKept<ExecutableCode>(),
  /** A program that is missing may be installed meanwhile. */
  listings: createKept<Listing>(({ head }) => head.problem === undefined),
  /** What the page was told last: rows are of that. */
  told: new Map<string, KernelSources>(),
  texts: createKept<readonly string[]>(),
});

export function kernelCode(document: CaptureDocument, features: LanguageFeatures): Handlers<KernelCodeHost> {
  let current: { readonly of: Capture; readonly readings: ReturnType<typeof createReadings> } | undefined;
  const now = (): { readonly capture: Capture; readonly readings: ReturnType<typeof createReadings> } => {
    const { capture } = document;
    if (capture === undefined) throw new Error('The capture is not open.');
    if (current?.of !== capture) current = { of: capture, readings: createReadings() };
    return { capture, readings: current.readings };
  };
  const executable = (id: U64, signal: AbortSignal): Promise<ExecutableCode> => {
    const { capture, readings } = now();
    return readings.executables(id, () => capture.code.executable(id, signal));
  };

  const listing = ({ executable: id, ordinal }: KernelChoice, signal: AbortSignal): Promise<Listing> => {
    const { capture, readings } = now();
    const disassemblers = chosenDisassemblers();
    return readings.listings(JSON.stringify([id, ordinal, disassemblers ?? null]), async () => {
      const code = await executable(id, signal);
      if (code.kind === 'cpu') return listingOf(await capture.code.function(id, ordinal, signal));
      const entry = code.functions.find((one) => one.ordinal === ordinal);
      if (entry === undefined) throw new Error(`Executable ${id} has no export ${String(ordinal)}.`);
      const module = code.modules[entry.module];
      if (module === undefined) return moduleListing(code, entry, undefined);
      const bytes = await capture.code.module(id, entry.module);
      return moduleListing(code, entry, await disassembleModule(entry.module, module, bytes, disassemblers, signal));
    });
  };

  const kernel = async ({ executable: id, ordinal }: KernelChoice, signal: AbortSignal): Promise<KernelOfCapture> => {
    const { functions } = await executable(id, signal);
    const name = functions.find((one) => one.ordinal === ordinal)?.name ?? `export ${String(ordinal)}`;
    return { capture: document.path, executable: id, ordinal, name };
  };

  /** Files come and go: they are looked for whenever they are asked for. */
  const findSources = async (choice: KernelChoice, signal: AbortSignal): Promise<KernelSources> => {
    const code = await executable(choice.executable, signal);
    const asked = await kernel(choice, signal);
    const origin = code.functions.find((one) => one.ordinal === choice.ordinal);
    // Without the server there is what the executable says itself.
    const { compiled = origin?.location, found } = await features.sourceOf(asked).catch((): SourceOfKernel => ({}));
    signal.throwIfAborted();
    const stages = origin?.stages ?? [];
    const embedded = code.sources.map(({ path: name }, index): KernelSource => {
      const at = stages.find(({ location }) => location.path === name);
      const place = at === undefined ? {} : { stage: at.stage, ...lineOf(at.location.line) };
      return { kind: 'embedded', path: name, index, ...place };
    });
    const file: readonly KernelSource[] =
      found === undefined
        ? []
        : [
            {
              kind: 'file',
              path: compiled?.path ?? found.file,
              file: found.file,
              ...lineOf(found.line),
              ...(found.doubt === undefined ? {} : { doubt: found.doubt }),
            },
          ];
    const missing =
      compiled === undefined
        ? `The executable does not say where ${asked.name} is written.`
        : found === undefined
          ? `It was compiled from ${compiled.path}${compiled.line === 0 ? '' : `, line ${String(compiled.line)}`}, which was found neither at that path nor in this workspace.`
          : undefined;
    const told = { name: asked.name, sources: [...file, ...embedded], ...(missing === undefined ? {} : { missing }) };
    now().readings.told.set(nameOf(choice), told);
    return told;
  };

  const chosenSource = async (choice: KernelChoice, index: number, signal: AbortSignal): Promise<KernelSource> => {
    const { sources } = now().readings.told.get(nameOf(choice)) ?? (await findSources(choice, signal));
    const source = sources[index];
    if (source === undefined) throw new Error('That source is no longer there.');
    return source;
  };
  const textOf = async (choice: KernelChoice, index: number, signal: AbortSignal): Promise<readonly string[]> => {
    const { capture, readings } = now();
    const source = await chosenSource(choice, index, signal);
    if (source.kind === 'file') return fileLines(source.file);
    return readings.texts(`${choice.executable} ${String(source.index)}`, async () =>
      linesOf(new TextDecoder().decode(await capture.code.source(choice.executable, source.index))),
    );
  };

  return {
    recordCode: async ({ record }, signal) => {
      const { capture } = now();
      const { json, class: recordClass } = await capture.details(String(record));
      const prepared = document.summary?.executables.find((one) => one.record === record);
      const id = prepared?.id ?? (recordClass === 'dispatch' ? /"executable_id":(\d+)/.exec(json)?.[1] : undefined);
      if (id === undefined) return null;
      const code = await executable(id, signal);
      const called = prepared === undefined ? /"function_ordinal":(\d+)/.exec(json)?.[1] : undefined;
      return recordCodeOf(id, code, called === undefined ? undefined : Number(called));
    },
    listing: async (choice, signal) => (await listing(choice, signal)).head,
    listingRows: async ({ start, count, ...choice }, signal) => pageOf((await listing(choice, signal)).rows, start, count),
    sources: findSources,
    sourceRows: async ({ source, start, count, ...choice }, signal) => {
      const page = pageOf(await textOf(choice, source, signal), start, count);
      return { ...page, rows: page.rows.map((text) => text.slice(0, LONGEST)) };
    },
    openCode: async ({ source: index, line = 1, ...choice }, signal) => {
      if (index === undefined) return openListing(await kernel(choice, signal));
      const source = await chosenSource(choice, index, signal);
      if (source.kind === 'embedded') return openEmbedded(document.path, choice.executable, source.path, source.index, line);
      const text = await vscode.workspace.openTextDocument(vscode.Uri.file(source.file));
      await vscode.window.showTextDocument(text, { preview: false, selection: atLine(line) });
      return undefined;
    },
    copyCode: async ({ source, first, last, ...choice }, signal) => {
      if (source === undefined) return copyListing(await listing(choice, signal), first, last);
      return copyLines((await textOf(choice, source, signal)).slice(first, last + 1));
    },
  };
}

function recordCodeOf(executable: U64, code: ExecutableCode, called: number | undefined): RecordCode {
  const exports = code.functions.flatMap(({ name, ordinal }) => (ordinal === undefined ? [] : [{ name, ordinal }]));
  return {
    executable,
    format: code.format,
    functions: exports.slice(0, MAX_FUNCTIONS),
    functionCount: exports.length,
    ...(called === undefined ? {} : { called }),
  };
}

const nameOf = ({ executable, ordinal }: KernelChoice): string => `${executable} ${String(ordinal)}`;

const lineOf = (line: number): { readonly line?: number } => (line > 0 ? { line } : {});
