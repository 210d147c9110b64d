/** Lists of the side bar: the rows that the extension gives, without the side bar. They stay as they are until it says that they change. */
import type * as vscode from 'vscode';
import { holds } from './conditions';
import { EventEmitter } from './events';
import { runCommandOf } from './links';
import type { Manifest } from './manifest';
import { enumerations } from './values';

export interface ViewRow {
  readonly label: string;
  readonly description: string;
  /** As a screen reader says it. */
  readonly spoken: string;
  /** What its hover says. */
  readonly tooltip: string;
  /** The name of its sign; empty without one. */
  readonly icon: string;
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
  /** What stands beside the name of a view. */
  description(id: string): string;
  /** What stands above its rows. */
  message(id: string): string;
}

export interface ViewsOptions {
  readonly manifest: Manifest;
  readonly execute: (command: string, ...args: readonly unknown[]) => Promise<unknown>;
  /** As one who chooses it in a menu. */
  readonly choose: (command: string, ...args: readonly unknown[]) => void;
}

interface View {
  readonly list: List;
  readonly view: { readonly description: string; readonly message: string | undefined };
  readonly show: () => void;
}

/** What has been asked of a provider. */
interface List {
  children(parent: unknown): Promise<readonly unknown[]>;
  item(element: unknown): Promise<vscode.TreeItem>;
}

function createList(provider: vscode.TreeDataProvider<unknown>): List {
  const children = new Map<unknown, Promise<readonly unknown[]>>();
  const items = new Map<unknown, Promise<vscode.TreeItem>>();
  provider.onDidChangeTreeData?.((changed: unknown) => {
    if (changed === undefined || changed === null) {
      children.clear();
      items.clear();
    }
    for (const element of Array.isArray(changed) ? (changed as readonly unknown[]) : [changed]) {
      children.delete(element);
      items.delete(element);
    }
  });
  const once = <T>(known: Map<unknown, Promise<T>>, key: unknown, ask: () => Promise<T>): Promise<T> => {
    const value = known.get(key) ?? ask();
    known.set(key, value);
    return value;
  };
  return {
    children: (parent) => once(children, parent, async () => (await provider.getChildren(parent)) ?? []),
    item: (element) => once(items, element, async () => provider.getTreeItem(element)),
  };
}

const textOf = (text: string | { readonly value: string } | undefined): string => (typeof text === 'string' ? text : (text?.value ?? ''));

/** Of `TreeItemCollapsibleState`. */
const none: number = enumerations.TreeItemCollapsibleState.None;

export function createViews({ manifest: { contributes }, execute, choose }: ViewsOptions): Views {
  const views = new Map<string, View>();
  const elements = new WeakMap<ViewRow, unknown>();

  const viewOf = (id: string): View => {
    const view = views.get(id);
    if (view === undefined) throw new Error(`there is no view ${id}`);
    return view;
  };
  const rowsBelow = async (id: string, list: List, parent: unknown, level: number): Promise<readonly ViewRow[]> => {
    const rows: ViewRow[] = [];
    for (const element of await list.children(parent)) {
      const item = await list.item(element);
      const { label: given = '', description: beside = '', tooltip, iconPath, contextValue, command } = item;
      const label = typeof given === 'string' ? given : given.label;
      const description = typeof beside === 'string' ? beside : '';
      const row: ViewRow = {
        label,
        description,
        spoken: item.accessibilityInformation?.label ?? `${label} ${description}`.trim(),
        tooltip: textOf(tooltip),
        icon: typeof iconPath === 'object' && 'id' in iconPath ? iconPath.id : '',
        level,
        async open() {
          await runCommandOf(command, execute);
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
      if ((item.collapsibleState ?? none) !== none) rows.push(...(await rowsBelow(id, list, element, level + 1)));
    }
    return rows;
  };
  return {
    createTreeView(id, { treeDataProvider: provider }) {
      const visibility = new EventEmitter<{ readonly visible: boolean }>();
      const never = new EventEmitter<unknown>().event;
      const view = {
        ...{ visible: false, selection: [], message: undefined, badge: undefined, title: '', description: '' },
        ...{ onDidChangeVisibility: visibility.event, onDidChangeSelection: never, onDidExpandElement: never, onDidCollapseElement: never },
        reveal: () => Promise.resolve(),
        dispose: () => views.delete(id),
      };
      const show = (): void => {
        if (view.visible) return;
        view.visible = true;
        visibility.fire({ visible: true });
      };
      views.set(id, { list: createList(provider), view, show });
      return view;
    },
    async rows(id) {
      const { list, show } = viewOf(id);
      show();
      return rowsBelow(id, list, undefined, 1);
    },
    description: (id) => viewOf(id).view.description,
    message: (id) => viewOf(id).view.message ?? '',
  };
}
