/** One profile file that is open: what has been read of it, and what happens to it. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { openProfile, type ProfileDocument as OpenProfile } from '../../engine/addon/profileDocument';
import type { Problem } from '../../protocol/capture/capture';
import type { ProfileSummary, SliceName, TrackInfo } from '../../protocol/profile/profile';
import { isCancelled } from '../../protocol/base/problemOf';
import type { Holder, MemoryBudget } from './memoryBudget';
import { openedFile } from './openedFile';
import type { CaptureOfProfile } from './captureOfProfile';
import { unreadable } from './unreadable';

/** What the page is drawn with. */
export interface ReadProfile {
  readonly summary: ProfileSummary;
  readonly tracks: readonly TrackInfo[];
  readonly names: readonly SliceName[];
}

export type ProfileEvent =
  /** More has been read, or the capture has been found. */
  | { readonly type: 'read'; readonly read: ReadProfile }
  | { readonly type: 'failed'; readonly problem: Problem }
  | { readonly type: 'changedOnDisk' }
  | { readonly type: 'reopened' };

export interface ProfileDocument extends vscode.CustomDocument {
  /** The file that is read: of another version than the one on disk, a copy. */
  readonly path: string;
  readonly onEvent: vscode.Event<ProfileEvent>;
  /** Undefined until it is open, when it cannot be, and while it is dropped. */
  readonly profile: OpenProfile | undefined;
  readonly read: ReadProfile | undefined;
  readonly failure: Problem | undefined;
  readonly changedOnDisk: boolean;
  /** An editor of it is shown. One that was dropped is read again: resolves when there is something to show, or why not. */
  show(editor: object): Promise<void>;
  /** An editor of it is hidden or closed. */
  hide(editor: object): void;
  /** Looks again for the capture that it was recorded of. */
  findCapture(): Promise<void>;
  /** Opens the file again, as it is now on disk. */
  reload(): Promise<void>;
  dispose(): void;
}

export interface ProfileDocumentOptions {
  readonly budget: MemoryBudget;
  readonly captures: CaptureOfProfile;
  readonly log: vscode.LogOutputChannel;
}

/** Opens `uri` in the background: what comes of it is told by events. */
export function createProfileDocument(uri: vscode.Uri, { budget, captures, log }: ProfileDocumentOptions): ProfileDocument {
  const events = new vscode.EventEmitter<ProfileEvent>();
  let changedOnDisk = false;
  const file = openedFile(uri, () => {
    if (changedOnDisk) return;
    changedOnDisk = true;
    log.info(`${name}: changed on disk`);
    events.fire({ type: 'changedOnDisk' });
  });
  const name = path.basename(file.path);
  let profile: OpenProfile | undefined;
  let read: ReadProfile | undefined;
  let failure: Problem | undefined;
  let bytes = 0;
  let reading: AbortController | undefined;
  /** Resolves when there is something to show. */
  let opening: Promise<void> | undefined;
  const shownIn = new Set<object>();

  /** What has been read is about as large in memory as in the file. */
  const holder: Holder = {
    bytes: () => (profile === undefined ? 0 : bytes),
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
    profile?.close();
    profile = read = failure = opening = undefined;
    changedOnDisk = false;
  };

  const take = async (now: OpenProfile, signal: AbortSignal): Promise<void> => {
    const [summary, tracks, names] = await Promise.all([now.summary(), now.tracks(), now.names()]);
    signal.throwIfAborted();
    const capture = await captures.stateOf(summary.capture, path.dirname(file.path));
    signal.throwIfAborted();
    read = { summary: { ...summary, fileName: name, ...(capture === undefined ? {} : { capture }) }, tracks, names };
    events.fire({ type: 'read', read });
  };
  const load = async (now: OpenProfile, signal: AbortSignal): Promise<void> => {
    let taking: Promise<void> | undefined;
    await now.load(({ changed }) => {
      // While one answer is on its way nothing is asked: the next progress asks.
      if (!changed || taking !== undefined) return;
      taking = take(now, signal)
        .catch(() => undefined)
        .finally(() => (taking = undefined));
    }, signal);
    await taking;
    await take(now, signal);
    log.info(
      `${name}: read ${read?.summary.events ?? '0'} events of ${String(bytes)} bytes in ${String(read?.summary.milliseconds ?? 0)} ms`,
    );
  };
  const open = async (): Promise<void> => {
    const controller = (reading = new AbortController());
    const { signal } = controller;
    try {
      bytes = await file.bring();
      const now = await openProfile(file.path, signal);
      if (signal.aborted) {
        now.close();
        return;
      }
      profile = now;
      budget.touch(holder);
      await take(now, signal);
      void load(now, signal).catch((error: unknown) => fail(error, signal));
    } catch (error) {
      fail(error, signal);
    }
  };
  const fail = (error: unknown, signal: AbortSignal): void => {
    if (signal.aborted || isCancelled(error)) return;
    failure = unreadable(error, 'profile');
    log.error(`${name}: ${failure.message}`);
    events.fire({ type: 'failed', problem: failure });
  };

  return {
    uri,
    path: file.path,
    onEvent: events.event,
    get profile() {
      return profile;
    },
    get read() {
      return read;
    },
    get failure() {
      return failure;
    },
    get changedOnDisk() {
      return changedOnDisk;
    },
    async show(editor) {
      shownIn.add(editor);
      budget.touch(holder);
      await (opening ??= open());
    },
    hide: (editor) => void shownIn.delete(editor),
    async findCapture() {
      const now = read;
      if (now?.summary.capture === undefined) return;
      const capture = await captures.stateOf(now.summary.capture, path.dirname(file.path));
      if (capture === undefined || read !== now) return;
      read = { ...now, summary: { ...now.summary, capture } };
      events.fire({ type: 'read', read });
    },
    async reload() {
      close();
      events.fire({ type: 'reopened' });
      await (opening = open());
    },
    dispose() {
      budget.forget(holder);
      close();
      void file.dispose().catch((error: unknown) => log.warn(`${name}: ${String(error)}`));
      events.dispose();
    },
  };
}
