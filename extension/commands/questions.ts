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

/** Asks for text; undefined when the user wants none. */
export async function askText(question: vscode.InputBoxOptions): Promise<string | undefined> {
  return vscode.window.showInputBox({ ...question, ignoreFocusOut: true });
}
