/** Commands of the extension; of VS Code's own, those that its pages cannot be without. */
import type * as vscode from 'vscode';
import { Disposable } from './events';

type Command = (...args: readonly unknown[]) => unknown;

export interface Commands {
  register(name: string, command: Command, self?: unknown): vscode.Disposable;
  execute(name: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Commands of VS Code's own that nothing was done for, as "NAME" or "NAME ARGUMENTS". */
  readonly asked: readonly string[];
}

export function createCommands(own: Readonly<Record<string, Command>>): Commands {
  const registered = new Map<string, Command>();
  const asked: string[] = [];
  return {
    asked,
    register(name, command, self) {
      if (registered.has(name)) throw new Error(`${name} is registered twice`);
      registered.set(name, (...args) => command.call(self, ...args));
      return new Disposable(() => registered.delete(name));
    },
    execute(name, ...args) {
      const command = registered.get(name) ?? own[name];
      if (command !== undefined) return Promise.resolve().then(() => command(...args));
      // A view of ours is shown by a command that VS Code makes.
      if (name.startsWith('ireeReplay.') && !name.endsWith('.focus')) return Promise.reject(new Error(`there is no command ${name}`));
      asked.push([name, ...(args.length === 0 ? [] : [JSON.stringify(args)])].join(' '));
      return Promise.resolve(undefined);
    },
  };
}
