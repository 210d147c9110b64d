/**
 * What a capture is, whatever it is called: the SHA-256 of all its bytes. A capture recorded again under its name is another one,
 * and a copy is the same. Reading 10 GB of it takes as long as the replay's own reading, some ten seconds; a file is read once a process.
 */
import { createHash } from 'node:crypto';
import { createReadStream, type BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { BenchmarkEnvironment } from '../../protocol/benchmark';

/** Read at once; between two of them a cancellation is heard. */
const PIECE_BYTES = 1 << 20;

export interface CaptureKeys {
  /** "sha256:...", or undefined where it is not known: the file cannot be read, or was written to meanwhile. Rejects when it is aborted. */
  of(file: string, signal: AbortSignal): Promise<string | undefined>;
  /** Whether it has been left as it was when its key was made. */
  isStill(file: string, key: string): Promise<boolean>;
  /** What `measure` gives, with what the capture was that it is about; of one that was written to meanwhile nothing is known. */
  keep<Result extends { readonly environment: BenchmarkEnvironment }>(
    file: string,
    signal: AbortSignal,
    measure: () => Promise<Result>,
  ): Promise<Result>;
}

export function createCaptureKeys(): CaptureKeys {
  const known = new Map<string, { readonly state: string; readonly key: string }>();
  const keys: CaptureKeys = {
    async of(file, signal) {
      try {
        const state = stateOf(await stat(file, { bigint: true }));
        const before = known.get(file);
        if (before?.state === state) return before.key;
        const hash = createHash('sha256');
        for await (const piece of createReadStream(file, { highWaterMark: PIECE_BYTES, signal })) hash.update(piece as Buffer);
        if (stateOf(await stat(file, { bigint: true })) !== state) return undefined;
        const key = `sha256:${hash.digest('hex')}`;
        known.set(file, { state, key });
        return key;
      } catch {
        signal.throwIfAborted();
        return undefined;
      }
    },
    async isStill(file, key) {
      const before = known.get(file);
      const now = await stat(file, { bigint: true }).catch(() => undefined);
      return before?.key === key && now !== undefined && stateOf(now) === before.state;
    },
    async keep(file, signal, measure) {
      const capture = await keys.of(file, signal);
      const result = await measure();
      return capture !== undefined && (await keys.isStill(file, capture))
        ? { ...result, environment: { ...result.environment, capture } }
        : result;
    },
  };
  return keys;
}

/** What changes when somebody writes to the file or puts another in its place. */
const stateOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string => [dev, ino, size, mtimeNs, ctimeNs].join(' ');
