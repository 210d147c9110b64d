/**
 * What a capture is, whatever its name: the SHA-256 of all its bytes. Recording again under the same name gives another capture, and a copy
 * is the same. Reading 10 GB takes as long as the replay's own reading, some ten seconds; a file is read once per process.
 */
import { createHash } from 'node:crypto';
import { createReadStream, type BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { BenchmarkEnvironment } from '../../protocol/measurement/benchmark';

/** Read at once; cancellation is checked between two pieces. */
const PIECE_BYTES = 1 << 20;

export interface CaptureKeys {
  /** "sha256:...", or undefined when unknown: the file cannot be read, or was written to meanwhile. Rejects when aborted. */
  of(file: string, signal: AbortSignal): Promise<string | undefined>;
  /** Whether it is unchanged since its key was computed. */
  isStill(file: string, key: string): Promise<boolean>;
  /** The result of `measure`, with the key of its capture; without one if the capture was written to meanwhile. */
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

/** Changes when somebody writes to the file or replaces it. */
const stateOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string => [dev, ino, size, mtimeNs, ctimeNs].join(' ');
