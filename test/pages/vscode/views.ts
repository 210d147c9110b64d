/** Lists of the side bar: the rows that the extension gives, without the side bar. */
import type * as vscode from 'vscode';
import { holds } from './conditions';
import { EventEmitter } from './events';
import type { Manifest } from './manifest';
import { enumerations } from './values';

export interface ViewRow {
  readonly label: string;
  readonly description: string;
  /** As a screen reader says it. */
  readonly spoken: string;
  /** From 1. */
  readonly level: number;
  /** What a click on it does. */
  open(): Promise<void>;
  /** Chooses an item of its context menu; of a list of which several rows may be chosen, for these others with it. */
  choose(item: string, others?: readonly ViewRow[]): void;
}

export interface Views {
  createTreeView(id: string, options: vscode.TreeViewOptions<unknown>): unknown;
  /** All rows of a view, by its id, with those below them; it is shown from then on. */
  rows(id: string): Promise<readonly ViewRow[]>;
}

export interface ViewsOptions {
  readonly manifest: Manifest;
  readonly execute: (command: string, ...args: readonly unknown[]) => Promise<unknown>;
  /** As one who chooses it in a menu. */
  readonly choose: (command: string, ...args: readonly unknown[]) => void;
}

interface View {
  readonly provider: vscode.TreeDataProvider<unknown>;
  show(): void;
}

/** Of `TreeItemCollapsibleState`. */
const none: number = enumerations.TreeItemCollapsibleState.None;

export function createViews({ manifest: { contributes }, execute, choose }: ViewsOptions): Views {
  const views = new Map<string, View>();
  const elements = new WeakMap<ViewRow, unknown>();

  const rowsBelow = async (id: string, provider: View['provider'], parent: unknown, level: number): Promise<readonly ViewRow[]> => {
    const rows: ViewRow[] = [];
    for (const element of (await provider.getChildren(parent)) ?? []) {
      const item = await provider.getTreeItem(element);
      const { label: given = '', description: beside = '', contextValue, command } = item;
      const label = typeof given === 'string' ? given : given.label;
      const description = typeof beside === 'string' ? beside : '';
      const row: ViewRow = {
        label,
        description,
        spoken: item.accessibilityInformation?.label ?? `${label} ${description}`.trim(),
        level,
        async open() {
          if (command !== undefined) await execute(command.command, ...((command.arguments ?? []) as readonly unknown[]));
        },
        choose(title, others = []) {
          const keys: Readonly<Record<string, unknown>> = { view: id, viewItem: contextValue, listMultiSelection: others.length > 0 };
          const menu = (contributes.menus['view/item/context'] ?? []).filter(({ when }) => holds(when, (key) => keys[key]));
          const titleOf = (name: string): string => contributes.commands.find((one) => one.command === name)?.title ?? '';
          const chosen = menu.find((one) => titleOf(one.command).includes(title));
          if (chosen === undefined) throw new Error(`${title} is not in the menu: ${menu.map((one) => titleOf(one.command)).join(', ')}`);
          const all = [row, ...others].map((one) => elements.get(one));
          choose(chosen.command, element, ...(others.length === 0 ? [] : [all]));
        },
      };
      elements.set(row, element);
      rows.push(row);
      if ((item.collapsibleState ?? none) !== none) rows.push(...(await rowsBelow(id, provider, element, level + 1)));
    }
    return rows;
  };
  return {
    createTreeView(id, { treeDataProvider: provider }) {
      const visibility = new EventEmitter<{ readonly visible: boolean }>();
      const never = new EventEmitter<unknown>().event;
      const view = {
        ...{ visible: false, selection: [], message: undefined, badge: undefined, title: '' },
        ...{ onDidChangeVisibility: visibility.event, onDidChangeSelection: never, onDidExpandElement: never, onDidCollapseElement: never },
        reveal: () => Promise.resolve(),
        dispose: () => views.delete(id),
      };
      const show = (): void => {
        if (view.visible) return;
        view.visible = true;
        visibility.fire({ visible: true });
      };
      views.set(id, { provider, show });
      return view;
    },
    async rows(id) {
      const view = views.get(id);
      if (view === undefined) throw new Error(`there is no view ${id}`);
      view.show();
      return rowsBelow(id, view.provider, undefined, 1);
    },
  };
}
