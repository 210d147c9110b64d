/** One capture file that is open: its native handle, what is known of it, and what has been done with it. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { openCapture, type Capture } from '../../engine/addon/capture';
import type { CaptureSummary, Preflight, Problem } from '../../protocol/capture/capture';
import { DEFAULT_SETTINGS, type Replay, type ReplaySettings } from '../../protocol/replay/replay';
import { openedFile } from './openedFile';
import { unreadable } from './unreadable';
import { isCancelled } from '../../protocol/base/problemOf';

export type DocumentEvent =
  | { readonly type: 'indexing'; readonly fraction: number; readonly records: number }
  /** The first rows are there, or all of them. */
  | { readonly type: 'summary'; readonly summary: CaptureSummary }
  | { readonly type: 'failed'; readonly problem: Problem }
  | { readonly type: 'changedOnDisk' }
  | { readonly type: 'reopened' }
  | { readonly type: 'replay'; readonly replay: Replay }
  | { readonly type: 'preflight'; readonly preflight: Preflight }
  | { readonly type: 'settings' }
  | { readonly type: 'closed' };

export interface CaptureDocument extends vscode.CustomDocument {
  /** The file that is read and replayed: of another version than the one on disk, a copy. */
  readonly path: string;
  readonly onEvent: vscode.Event<DocumentEvent>;
  /** Undefined until it is open, and when it cannot be. */
  readonly capture: Capture | undefined;
  readonly summary: CaptureSummary | undefined;
  readonly failure: Problem | undefined;
  readonly changedOnDisk: boolean;
  replay: Replay;
  preflight: Preflight;
  settings: ReplaySettings;
  /** Resolves with the summary of all records, however long that takes; with undefined when it cannot be read or is closed first. */
  whenComplete(): Promise<CaptureSummary | undefined>;
  /** Opens the file again, as it is now on disk. */
  reload(): Promise<void>;
  dispose(): void;
}

/** Between two reports of indexing. */
const PROGRESS_MS = 50;

/** Opens `uri` in the background: what comes of it is told by events. */
export function createCaptureDocument(uri: vscode.Uri, log: vscode.LogOutputChannel): CaptureDocument {
  const events = new vscode.EventEmitter<DocumentEvent>();
  const file = openedFile(uri, () => {
    if (changedOnDisk) return;
    changedOnDisk = true;
    log.info(`${name}: changed on disk`);
    events.fire({ type: 'changedOnDisk' });
  });
  const name = path.basename(file.path);
  let capture: Capture | undefined;
  let summary: CaptureSummary | undefined;
  let failure: Problem | undefined;
  let changedOnDisk = false;
  let closed = false;
  let settings = DEFAULT_SETTINGS;
  let replay: Replay = { target: { kind: 'capture' }, settings, state: { state: 'idle' } };
  let preflight: Preflight = { state: 'unknown' };
  let indexing: AbortController | undefined;

  const index = async (now: Capture, signal: AbortSignal): Promise<void> => {
    let reported = 0;
    await now.index(({ fraction, records, firstRows }) => {
      if (signal.aborted) return;
      if (firstRows) {
        void now.summary().then(
          (first) => {
            if (signal.aborted || summary?.complete === true) return;
            summary = first;
            events.fire({ type: 'summary', summary: first });
          },
          () => undefined,
        );
      }
      if (Date.now() - reported > PROGRESS_MS) {
        reported = Date.now();
        events.fire({ type: 'indexing', fraction, records });
      }
    }, signal);
    signal.throwIfAborted();
    summary = await now.summary();
    signal.throwIfAborted();
    log.info(
      `${name}: indexed ${String(summary.records)} records of ${summary.fileBytes} bytes in ${summary.indexMilliseconds.toFixed(1)} ms, index ${String(summary.indexBytes)} bytes`,
    );
    for (const { severity, message } of summary.problems)
      log[severity === 'error' ? 'error' : severity === 'warning' ? 'warn' : 'info'](`${name}: ${message}`);
    events.fire({ type: 'summary', summary });
  };

  const open = async (): Promise<void> => {
    const controller = (indexing = new AbortController());
    const { signal } = controller;
    const start = performance.now();
    try {
      await file.bring();
      const now = await openCapture(file.path);
      if (signal.aborted) {
        now.close();
        return;
      }
      capture = now;
      log.info(`${name}: opened in ${(performance.now() - start).toFixed(1)} ms`);
      await index(now, signal);
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      failure = unreadable(error, 'capture');
      log.error(`${name}: ${failure.message}`);
      events.fire({ type: 'failed', problem: failure });
    }
  };

  const close = (): void => {
    indexing?.abort();
    capture?.close();
    capture = undefined;
    summary = undefined;
    failure = undefined;
    changedOnDisk = false;
  };

  void open();

  return {
    uri,
    path: file.path,
    onEvent: events.event,
    get capture() {
      return capture;
    },
    get summary() {
      return summary;
    },
    get failure() {
      return failure;
    },
    get changedOnDisk() {
      return changedOnDisk;
    },
    get replay() {
      return replay;
    },
    set replay(next) {
      replay = next;
      events.fire({ type: 'replay', replay });
    },
    get preflight() {
      return preflight;
    },
    set preflight(next) {
      preflight = next;
      events.fire({ type: 'preflight', preflight });
    },
    get settings() {
      return settings;
    },
    set settings(next) {
      settings = next;
      events.fire({ type: 'settings' });
    },
    whenComplete: () =>
      new Promise((resolve) => {
        const over = (): boolean => {
          if (!closed && failure === undefined && summary?.complete !== true) return false;
          resolve(summary?.complete === true ? summary : undefined);
          return true;
        };
        if (over()) return;
        const listener = events.event(() => {
          if (over()) listener.dispose();
        });
      }),
    async reload() {
      close();
      preflight = { state: 'unknown' };
      events.fire({ type: 'reopened' });
      await open();
    },
    dispose() {
      close();
      closed = true;
      void file.dispose().catch((error: unknown) => log.warn(`${name}: ${String(error)}`));
      events.fire({ type: 'closed' });
      events.dispose();
    },
  };
}
