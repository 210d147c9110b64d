/** The series that is bisected: what a folder has of it, in an order that the user sees and may change. */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { pickInOrder } from './questions';

/** A file or a folder of a series. */
export interface Member {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

/** Monday's build may be in a folder of its own. */
const DEPTH = 2;

const collator = new Intl.Collator(undefined, { numeric: true });
const byName = (a: Member, b: Member): number => collator.compare(a.path, b.path);
const byDate = (a: Member, b: Member): number => a.changed - b.changed || byName(a, b);

/** What is a member of the folder and of the folders in it, by name; nothing of a folder that cannot be read. */
export async function membersIn(
  folder: string,
  isMember: (at: string, entry: Dirent) => boolean,
  depth = DEPTH,
): Promise<readonly Member[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry): Promise<readonly Member[]> => {
      const at = path.join(folder, entry.name);
      if (isMember(at, entry)) return [{ path: at, changed: (await stat(at).catch(() => undefined))?.mtimeMs ?? 0 }];
      return depth > 1 && entry.isDirectory() ? membersIn(at, isMember, depth - 1) : [];
    }),
  );
  return found.flat().sort(byName);
}

/**
 * Asks which of the members are the series, and in which order; undefined when the user wants none. At first it is those that are
 * `chosen`, or all of them where none is.
 */
export async function pickSeries(
  folder: string,
  members: readonly Member[],
  chosen: ReadonlySet<string>,
): Promise<readonly string[] | undefined> {
  const items = members.map((member) => ({
    label: path.relative(folder, member.path),
    description: new Date(member.changed).toLocaleString(),
    member,
  }));
  type Items = readonly (typeof items)[number][];
  let order = byName;
  const sorted = (all: Items): Items => {
    order = order === byName ? byDate : byName;
    return [...all].sort((a, b) => order(a.member, b.member));
  };
  const before = items.filter(({ member }) => chosen.has(member.path));
  const picked = await pickInOrder(items, {
    chosen: before.length > 0 ? before : items,
    placeHolder: vscode.l10n.t('Uncheck what is not part of the series'),
    title: (series) =>
      series.length < 2
        ? vscode.l10n.t('Series: Mark at Least One as Good and One as Bad')
        : vscode.l10n.t('Series of {0}: {1} Is Good, {2} Is Bad', series.length, series[0]?.label ?? '', series.at(-1)?.label ?? ''),
    isEnough: (series) => series.length >= 2,
    orders: [
      { icon: 'calendar', tooltip: vscode.l10n.t('Sort by Name or Date'), of: sorted },
      { icon: 'arrow-swap', tooltip: vscode.l10n.t('Turn Round'), of: (all) => [...all].reverse() },
    ],
  });
  return picked?.map(({ member }) => member.path);
}
