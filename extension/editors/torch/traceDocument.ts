/** One trace of PyTorch's profiler that is open: read once, and asked by its editors. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { readTorchTrace, type TorchTimeline, type TorchTrace } from '../../../engine/addon/torch';
import type { Holder, MemoryBudget } from '../../captures/memoryBudget';
import { openedFile } from '../../captures/openedFile';

/** A trace and its timeline. */
export interface OpenTrace {
  readonly trace: TorchTrace;
  readonly timeline: TorchTimeline;
}

export interface TraceDocument extends vscode.CustomDocument {
  /** The file that is read: of another version than the one on disk, a copy. */
  readonly path: string;
  readonly changedOnDisk: boolean;
  readonly onChangeOnDisk: vscode.Event<void>;
  readonly onReopen: vscode.Event<void>;
  /** What has been read of it, once it is. One that was dropped is read again. Rejects where it is no trace. */
  open(): Promise<OpenTrace>;
  /** An editor of it is shown. */
  show(editor: object): void;
  /** An editor of it is hidden or closed. */
  hide(editor: object): void;
  /** Reads it again, as it is now on disk. */
  reload(): void;
  dispose(): void;
}

export interface TraceDocumentOptions {
  readonly budget: MemoryBudget;
  readonly log: vscode.LogOutputChannel;
}

export function createTraceDocument(uri: vscode.Uri, { budget, log }: TraceDocumentOptions): TraceDocument {
  const changes = new vscode.EventEmitter<void>();
  const reopens = new vscode.EventEmitter<void>();
  let changedOnDisk = false;
  const file = openedFile(uri, () => {
    if (changedOnDisk) return;
    changedOnDisk = true;
    changes.fire();
  });
  const name = path.basename(file.path);
  let reading: AbortController | undefined;
  let opening: Promise<OpenTrace> | undefined;
  let bytes = 0;
  const shownIn = new Set<object>();
  const holder: Holder = {
    bytes: () => bytes,
    get shown() {
      return shownIn.size > 0;
    },
    drop() {
      log.info(`${name}: dropped for others; it is read again when it is shown`);
      close();
    },
  };

  const close = (): void => {
    reading?.abort();
    opening = undefined;
    bytes = 0;
  };
  const read = async (): Promise<OpenTrace> => {
    const { signal } = (reading = new AbortController());
    const began = performance.now();
    await file.bring();
    const trace = await readTorchTrace(file.path, signal);
    const timeline = await trace.timeline(signal);
    // In columns an event takes about half of what its text does, and as much again on its track.
    bytes = BYTES_OF_AN_EVENT * timeline.tracks.reduce((sum, { count }) => sum + count, 0);
    budget.touch(holder);
    log.info(`${name}: read in ${(performance.now() - began).toFixed(0)} ms`);
    return { trace, timeline };
  };
  return {
    uri,
    path: file.path,
    get changedOnDisk() {
      return changedOnDisk;
    },
    onChangeOnDisk: changes.event,
    onReopen: reopens.event,
    open: () => (opening ??= read()),
    show(editor) {
      shownIn.add(editor);
      budget.touch(holder);
    },
    hide: (editor) => void shownIn.delete(editor),
    reload() {
      close();
      changedOnDisk = false;
      reopens.fire();
    },
    dispose() {
      budget.forget(holder);
      close();
      void file.dispose().catch((error: unknown) => log.warn(`${name}: ${String(error)}`));
      changes.dispose();
      reopens.dispose();
    },
  };
}

/** Measured: columns, nesting and track of an event. */
const BYTES_OF_AN_EVENT = 150;
