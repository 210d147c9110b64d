/**
 * Questions to the user. Each stays until it is answered or put away with Escape: VS Code gives the keyboard back to a page when the
 * menu or the list before it closes, on a busy machine only after the question was shown, and would put it away with what was typed.
 */
import * as vscode from 'vscode';

export interface ListQuestion<Item> extends Pick<
  vscode.QuickPickOptions,
  'title' | 'placeHolder' | 'matchOnDescription' | 'matchOnDetail'
> {
  /** What is under the keyboard when the list opens; otherwise its first item. */
  readonly active?: Item | undefined;
}

/** Asks for one of the items; undefined when the user wants none. */
export function pickOne<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  { active, title, placeHolder, matchOnDescription = false, matchOnDetail = false }: ListQuestion<Item>,
): Promise<Item | undefined> {
  const list = vscode.window.createQuickPick<Item>();
  list.items = items;
  list.title = title;
  list.placeholder = placeHolder;
  list.matchOnDescription = matchOnDescription;
  list.matchOnDetail = matchOnDetail;
  list.ignoreFocusOut = true;
  if (active !== undefined) list.activeItems = [active];
  return new Promise((resolve) => {
    list.onDidAccept(() => {
      resolve(list.selectedItems[0]);
      list.hide();
    });
    list.onDidHide(() => {
      resolve(undefined);
      list.dispose();
    });
    list.show();
  });
}

export interface OrderQuestion<Item> {
  /** Which are chosen at first. */
  readonly chosen: readonly Item[];
  readonly placeHolder: string;
  /** Of what is chosen, in the order that is shown. */
  readonly title: (chosen: readonly Item[]) => string;
  readonly isEnough: (chosen: readonly Item[]) => boolean;
  /** Buttons that show them in another order. */
  readonly orders: readonly { readonly icon: string; readonly tooltip: string; readonly of: (items: readonly Item[]) => readonly Item[] }[];
}

/** Asks for several of the items, in the order that is shown; undefined when the user wants none. */
export function pickInOrder<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  { chosen, placeHolder, title, isEnough, orders }: OrderQuestion<Item>,
): Promise<readonly Item[] | undefined> {
  const list = vscode.window.createQuickPick<Item>();
  let [shown, selected] = [items, chosen];
  // VS Code gives them in the order in which they were chosen.
  const inOrder = (): readonly Item[] => shown.filter((item) => selected.includes(item));
  const show = (): void => {
    const kept = selected;
    list.items = shown;
    list.selectedItems = selected = kept;
    list.title = title(inOrder());
  };
  const buttons = orders.map(({ icon, tooltip, of }) => ({ iconPath: new vscode.ThemeIcon(icon), tooltip, of }));
  list.canSelectMany = true;
  list.ignoreFocusOut = true;
  list.placeholder = placeHolder;
  list.buttons = buttons;
  show();
  return new Promise((resolve) => {
    list.onDidChangeSelection((now) => {
      selected = now;
      list.title = title(inOrder());
    });
    list.onDidTriggerButton((pressed) => {
      shown = buttons.find((button) => button === pressed)?.of(shown) ?? shown;
      show();
    });
    list.onDidAccept(() => {
      if (!isEnough(inOrder())) return;
      resolve(inOrder());
      list.hide();
    });
    list.onDidHide(() => {
      resolve(undefined);
      list.dispose();
    });
    list.show();
  });
}

/** Asks for text; undefined when the user wants none. */
export async function askText(question: vscode.InputBoxOptions): Promise<string | undefined> {
  return vscode.window.showInputBox({ ...question, ignoreFocusOut: true });
}
