/** What can be clicked on and says it in words. */
import type * as vscode from 'vscode';

/** Runs what a click on it does; nothing where it has no command. */
export function runCommandOf<Done>(
  command: vscode.Command | undefined,
  run: (command: string, ...args: readonly unknown[]) => Done,
): Done | undefined {
  return command === undefined ? undefined : run(command.command, ...((command.arguments ?? []) as readonly unknown[]));
}

/** The words of a title in which `$(name)` is an icon. */
export const withoutIcons = (title: string): string => title.replaceAll(/\$\([\w~-]+\)/g, '').trim();
