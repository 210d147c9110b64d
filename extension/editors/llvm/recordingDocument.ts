/** One recording of LLVM that is open: what has been read of it, and its files in windows. */
import { open } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { describeLlvmRecording } from '../../../engine/addon/llvm';
import type { LlvmRecording } from '../../../protocol/neighbour/llvm';
import { MOST_LLVM_BYTES, type LlvmRole } from '../../../protocol/neighbour/llvmPages';
import { openedFile } from '../../captures/openedFile';

/** Ranges that are listed: what a person looks through. All are counted. */
const MOST_RANGES = 5000;

export interface LlvmDocument extends vscode.CustomDocument {
  /** The descriptor that is read: of another version than the one on disk, a copy. */
  readonly path: string;
  readonly changedOnDisk: boolean;
  readonly onChangeOnDisk: vscode.Event<void>;
  readonly onReopen: vscode.Event<void>;
  /** What is in it, without what its kernel changed. Rejects where it is no recording. */
  recording(): Promise<LlvmRecording>;
  /** The same with what its kernel changed, found once. */
  changes(signal: AbortSignal): Promise<LlvmRecording>;
  /** A window of one of its files; rejects where there is none of that kind. */
  bytes(role: LlvmRole, offset: number, length: number): Promise<Uint8Array>;
  /** Reads it again, as it is now on disk. */
  reload(): void;
  dispose(): void;
}

export function createLlvmDocument(uri: vscode.Uri, log: vscode.LogOutputChannel): LlvmDocument {
  const changes = new vscode.EventEmitter<void>();
  const reopens = new vscode.EventEmitter<void>();
  let changedOnDisk = false;
  const file = openedFile(uri, () => {
    if (changedOnDisk) return;
    changedOnDisk = true;
    changes.fire();
  });
  const name = path.basename(file.path);
  let read: Promise<LlvmRecording> | undefined;
  let compared: LlvmRecording | undefined;

  const describe = async (): Promise<LlvmRecording> => {
    await file.bring();
    return describeLlvmRecording(file.path, null);
  };
  return {
    uri,
    path: file.path,
    get changedOnDisk() {
      return changedOnDisk;
    },
    onChangeOnDisk: changes.event,
    onReopen: reopens.event,
    recording: () => (read ??= describe()),
    async changes(signal) {
      if (compared !== undefined) return compared;
      const begun = read;
      const found = await describeLlvmRecording(file.path, MOST_RANGES, signal);
      log.info(`${name}: read ${found.changes?.read ?? '0'} bytes of memory for what its kernel changed`);
      // Of what has been read again meanwhile it says nothing.
      if (begun === read) compared = found;
      return found;
    },
    async bytes(role, offset, length) {
      const sibling = (await (read ??= describe())).files.find((one) => one.role === role);
      if (sibling === undefined) throw new Error(`The recording has no file of its ${role}.`);
      return windowOf(path.join(path.dirname(file.path), sibling.name), offset, Math.min(length, MOST_LLVM_BYTES));
    },
    reload() {
      read = compared = undefined;
      changedOnDisk = false;
      reopens.fire();
    },
    dispose() {
      void file.dispose().catch((error: unknown) => log.warn(`${name}: ${String(error)}`));
      changes.dispose();
      reopens.dispose();
    },
  };
}

/** `length` bytes of a file from `offset` on; less at its end. */
async function windowOf(file: string, offset: number, length: number): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: new Uint8Array(length), position: offset });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
