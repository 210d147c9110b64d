/** What was read of captures, kept in a file between two starts of the server. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as v from 'valibot';
import { replaceFile } from '../../engine/programs/wholeFile';
import type { CaptureFacts } from './captureFacts';

export interface KeptFacts {
  /** Of the capture as it was when it had this identity. */
  of(path: string, identity: string): CaptureFacts | undefined;
  keep(path: string, identity: string, facts: CaptureFacts): void;
  forget(path: string): void;
  /** Writes what is not written yet. */
  flush(): Promise<void>;
}

/** Of what is kept: another one means nothing to this version. */
const VERSION = 3;
const WRITE_MS = 2000;

const facts = v.object({
  devices: v.number(),
  scopes: v.array(v.object({ name: v.string(), record: v.number(), times: v.number() })),
  executables: v.array(v.object({ id: v.string(), record: v.number(), format: v.string() })),
  functions: v.array(
    v.object({
      executable: v.string(),
      ordinal: v.number(),
      name: v.string(),
      launches: v.exactOptional(v.string()),
      workgroups: v.exactOptional(v.string()),
      dispatches: v.exactOptional(v.string()),
      grid: v.exactOptional(v.array(v.number())),
      abi: v.exactOptional(v.object({ constants: v.number(), bindings: v.number() })),
      record: v.exactOptional(v.number()),
      via: v.exactOptional(v.number()),
      scope: v.exactOptional(v.object({ name: v.string(), record: v.number() })),
      locations: v.array(
        v.object({ path: v.string(), line: v.number(), md5: v.exactOptional(v.string()), stage: v.exactOptional(v.string()) }),
      ),
    }),
  ),
});
const entry = v.object({ path: v.string(), identity: v.string(), facts });
const file = v.object({ version: v.literal(VERSION), captures: v.array(entry) });

/** In `folder`; without one only in memory. What cannot be read or written is as if it had not been kept. */
export async function createKeptFacts(folder: string | undefined): Promise<KeptFacts> {
  const entries = new Map<string, v.InferOutput<typeof entry>>();
  const target = folder === undefined ? undefined : path.join(folder, 'captures.json');
  if (target !== undefined) {
    try {
      const { captures } = v.parse(file, JSON.parse(await readFile(target, 'utf8')));
      for (const one of captures) entries.set(one.path, one);
    } catch {
      // Nothing kept, or nothing of use.
    }
  }
  let dirty = false;
  let later: ReturnType<typeof setTimeout> | undefined;
  const write = async (): Promise<void> => {
    clearTimeout(later);
    later = undefined;
    if (!dirty || target === undefined || folder === undefined) return;
    dirty = false;
    try {
      await mkdir(folder, { recursive: true });
      const kept = JSON.stringify({ version: VERSION, captures: [...entries.values()] });
      await replaceFile(target, (beside) => writeFile(beside, kept));
    } catch {
      // The next start reads the captures again.
    }
  };
  const touched = (): void => {
    dirty = true;
    later ??= setTimeout(() => void write(), WRITE_MS).unref();
  };
  return {
    of(capture, identity) {
      const one = entries.get(capture);
      return one?.identity === identity ? one.facts : undefined;
    },
    keep(capture, identity, read) {
      entries.set(capture, { path: capture, identity, facts: v.parse(facts, read) });
      touched();
    },
    forget(capture) {
      if (entries.delete(capture)) touched();
    },
    flush: write,
  };
}
