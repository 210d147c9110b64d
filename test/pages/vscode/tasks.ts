/** Tasks that the extension runs in terminals of its own, without the terminals. */
import type * as vscode from 'vscode';
import { EventEmitter } from './events';
import type { CustomExecution, Task } from './values';

export interface Tasks {
  /** Members of `vscode.tasks`. */
  readonly api: Readonly<Record<string, unknown>>;
  /** As the window does when it is closed. */
  dispose(): void;
}

export function createTasks(registered: () => unknown): Tasks {
  const ended = new EventEmitter<unknown>();
  const processEnded = new EventEmitter<unknown>();
  const terminals = new Set<vscode.Pseudoterminal>();
  return {
    api: {
      registerTaskProvider: registered,
      onDidEndTask: ended.event,
      onDidEndTaskProcess: processEnded.event,
      async executeTask(task: Task) {
        const terminal = await (task.execution as CustomExecution).callback(task.definition);
        const execution = { task, terminate: () => terminal.close() };
        terminals.add(terminal);
        terminal.onDidClose?.((exitCode) => {
          terminals.delete(terminal);
          ended.fire({ execution });
          processEnded.fire({ execution, exitCode });
        });
        terminal.open(undefined);
        return execution;
      },
    },
    dispose() {
      for (const terminal of terminals) terminal.close();
    },
  };
}
