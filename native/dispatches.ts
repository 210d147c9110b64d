/** The dispatches that a replay executes. */
import type { RunOptions } from '../protocol/run';
import type { U64 } from '../protocol/u64';
import { cancellable } from './addon';
import { loadAddon } from './load';

/** One execution of one dispatch, in order. */
export interface ListedDispatch {
  readonly record: number;
  readonly via?: number;
  readonly executable: U64;
  /** Empty in format 1.0. */
  readonly function: string;
  readonly substituted: boolean;
  /** Absent where it is read from a buffer. */
  readonly workgroupCount?: readonly [number, number, number];
  /** Of all bindings together. */
  readonly bytes: U64;
}

/** Beyond so many nobody chooses. */
const MOST = 100_000;

export async function listDispatches(options: RunOptions, signal?: AbortSignal): Promise<readonly ListedDispatch[]> {
  const addon = loadAddon();
  const json = await cancellable(addon, signal, (cancel) => addon.listDispatches(options.capture, options, MOST, cancel));
  return JSON.parse(json) as readonly ListedDispatch[];
}

/** "main_*" as --replay_dispatch takes it: `*` is any text, `?` any character. */
export function namePattern(pattern: string): RegExp {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, 's');
}

/** The dispatches that selectors mean, each once: a record, "via/record", or a pattern of names. Throws for one that means none. */
export function chooseDispatches(dispatches: readonly ListedDispatch[], selectors: readonly string[]): readonly ListedDispatch[] {
  const chosen = new Map<string, ListedDispatch>();
  for (const selector of selectors) {
    const place = /^#?(?:(\d+)\/)?(\d+)$/.exec(selector);
    const pattern = namePattern(selector);
    const found = dispatches.filter(({ record, via, function: name }) =>
      place === null ? pattern.test(name) : record === Number(place[2]) && (place[1] === undefined || via === Number(place[1])),
    );
    // Of a command of a command buffer that is executed again and again, the first execution stands for all.
    const seen = new Set<number>();
    for (const dispatch of found) {
      if (seen.has(dispatch.record)) continue;
      seen.add(dispatch.record);
      chosen.set(`${String(dispatch.via)}/${String(dispatch.record)}`, dispatch);
    }
    if (found.length === 0) {
      const names = [...new Set(dispatches.map(({ function: name }) => name))];
      throw new Error(
        `no dispatch is ${selector}; there are: ${names.slice(0, 50).join(', ') || 'none'}${names.length > 50 ? ', and more' : ''}`,
      );
    }
  }
  return [...chosen.values()];
}
