/** Traces of PyTorch's profiler, as the addon reads them. Compressed ones are unpacked by Node's zlib on their way there. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { constants, createGunzip } from 'node:zlib';
import type { TorchTraceInfo } from '../../protocol/neighbour/torch';
import type { TorchTimelineSummary } from '../../protocol/neighbour/torchPages';
import type { Cause, SliceName, TrackInfo } from '../../protocol/profile/profile';
import type { TorchOperation } from '../../protocol/torch/operation';
import type { RawTorchTrace } from './addon';
import { cancellable } from './cancellable';
import { loadAddon } from './load';
import { timelineQuestions, type TimelineReading } from './timelineQuestions';

/** The operations of a trace. */
export interface TorchOperationsFound {
  /** Different by name, shapes, types, strides and values, in the order of their first calls. */
  readonly operations: readonly TorchOperation[];
  /** Calls that the trace has without shapes or types. */
  readonly withoutShapes: number;
  /** What of the trace could not be read. */
  readonly problems: TorchTraceInfo['problems'];
}

/** A trace along time: its tracks, with what is asked of them. */
export interface TorchTimeline extends TimelineReading {
  readonly summary: TorchTimelineSummary;
  readonly tracks: readonly TrackInfo[];
  readonly names: readonly SliceName[];
  /** What explains where the time went, what cost most first. */
  readonly explain: () => Promise<readonly Cause[]>;
}

/** A trace that has been read, in memory until nothing refers to it. */
export interface TorchTrace {
  /** What is in it, with at most `most` rows of each table. */
  readonly describe: (most: number, signal?: AbortSignal) => Promise<TorchTraceInfo>;
  /** Its operations, each once with how often it was called. */
  readonly operations: () => Promise<TorchOperationsFound>;
  /** Its timeline, made when it is asked for first. */
  readonly timeline: (signal?: AbortSignal) => Promise<TorchTimeline>;
}

/** A compressed file that could not be unpacked to its end; what was unpacked before has been read. */
type Damage = TorchTraceInfo['problems'][number] | undefined;

/** Less is slower, for each piece is handed to another thread. */
const PIECE = 1 << 20;

/** What every gzip file begins with (RFC 1952). */
const GZIP_MAGIC = 0x1f8b;

async function isGzip(path: string): Promise<boolean> {
  // What is not there, or cannot be read, is for the core to tell; a pipe is not opened, for that alone may wait for ever.
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  const file = isFile ? await open(path, 'r').catch(() => undefined) : undefined;
  if (file === undefined) return false;
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.readUInt16BE() === GZIP_MAGIC;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

async function feedUnpacked(path: string, raw: RawTorchTrace, signal: AbortSignal | undefined): Promise<Damage> {
  const file = createReadStream(path, { highWaterMark: PIECE, signal });
  // A file that was cut off gives what it has.
  const unpacked = createGunzip({ chunkSize: PIECE, finishFlush: constants.Z_SYNC_FLUSH });
  file.on('error', (error) => unpacked.destroy(error));
  file.pipe(unpacked);
  let damage: Damage;
  let bytes = 0;
  try {
    for await (const piece of unpacked) {
      bytes += (piece as Uint8Array).length;
      await raw.feed(piece as Uint8Array);
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (!isZlibError(error)) throw error;
    damage = { message: `the file cannot be unpacked to its end: ${error.message}`, offset: String(bytes) };
  } finally {
    file.destroy();
    await finished(file).catch(() => undefined);
  }
  await raw.finish();
  return damage;
}

const withDamage = <Found extends Pick<TorchTraceInfo, 'problems'>>(damage: Damage, found: Found): Found =>
  damage === undefined ? found : { ...found, problems: [damage, ...found.problems] };

const isZlibError = (error: unknown): error is Error => error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/**
 * Reads the trace at `path`, compressed by gzip or not. Rejects where it is none, or has nothing of its events; what is damaged further on
 * is told with what was found. Rejects with the signal's reason once it is aborted.
 */
export async function readTorchTrace(path: string, signal?: AbortSignal): Promise<TorchTrace> {
  const addon = loadAddon();
  const raw = addon.createTorchTrace();
  let damage: Damage;
  if (await isGzip(path)) damage = await feedUnpacked(path, raw, signal);
  else await cancellable(addon, signal, (cancel) => raw.readFile(path, cancel));
  return {
    describe: async (most, ending) =>
      withDamage(damage, JSON.parse(await cancellable(addon, ending, (cancel) => raw.describe(most, cancel))) as TorchTraceInfo),
    operations: async () => withDamage(damage, JSON.parse(await raw.operations()) as TorchOperationsFound),
    timeline: async (ending) => {
      const summary = JSON.parse(await cancellable(addon, ending, (cancel) => raw.draw(cancel))) as TorchTimelineSummary;
      const [tracks, names] = await Promise.all([raw.tracks(), raw.names()]);
      return {
        summary,
        tracks: JSON.parse(tracks) as TrackInfo[],
        names: JSON.parse(names) as SliceName[],
        explain: async () => JSON.parse(await raw.explain()) as Cause[],
        ...timelineQuestions(addon, raw),
      };
    },
  };
}
