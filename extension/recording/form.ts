/** A list with what will be done, changed line by line, and done by Enter on its first. */
import * as vscode from 'vscode';
import { pickOne } from '../commands/questions';

/** The values after an answer; undefined where the user gave none. */
export type FormChange<Values> = Promise<Values | undefined>;

/** What ends the form. */
export type FormAct = 'record' | 'copy' | 'keep';

/** A line: it asks, or ends the form. */
export interface FormItem<Values> extends vscode.QuickPickItem {
  readonly change?: () => FormChange<Values>;
  readonly act?: FormAct;
}

export const separator = (label: string): FormItem<never> => ({ label, kind: vscode.QuickPickItemKind.Separator });

export interface Form<Values, Whole extends Values> {
  readonly title: string;
  readonly items: (values: Values) => readonly FormItem<Values>[];
  /** Asks for what is still missing; where the user gives up, the list is shown again. */
  readonly complete: (values: Values, act: FormAct) => FormChange<Whole>;
}

/** Shows the list until the user ends it; undefined when they put it away. */
export async function fillIn<Values, Whole extends Values>(
  first: Values,
  { title, items, complete }: Form<Values, Whole>,
): Promise<{ readonly values: Whole; readonly act: FormAct } | undefined> {
  let values = first;
  for (;;) {
    const picked = await pickOne(items(values), { title, matchOnDescription: true });
    if (picked === undefined) return undefined;
    const { act, change } = picked;
    if (act === undefined) {
      values = (await change?.()) ?? values;
      continue;
    }
    const whole = await complete(values, act);
    if (whole !== undefined) return { values: whole, act };
  }
}

export async function copyCommand(line: string): Promise<void> {
  await vscode.env.clipboard.writeText(line);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Command line copied'), 2000);
}
