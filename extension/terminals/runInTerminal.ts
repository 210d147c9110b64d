/** Programs in terminals that are seen, where the user can end them. */
import * as vscode from 'vscode';

export type Command = readonly [program: string, ...args: string[]];

export interface TerminalOptions {
  /** What the terminal is called. */
  readonly name: string;
  /** The folder that the program runs in. */
  readonly cwd: string;
  readonly scope: vscode.WorkspaceFolder | vscode.TaskScope.Workspace;
}

/** Runs a program as a task, whose terminal begins with its command line; resolves to its exit status, undefined where the user ended it. */
export async function runInTerminal([program, ...args]: Command, { name, cwd, scope }: TerminalOptions): Promise<number | undefined> {
  const execution = new vscode.ProcessExecution(program, args, { cwd });
  const task = new vscode.Task({ type: 'process' }, scope, name, 'IREE Replay', execution, []);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: false };
  const started = await vscode.tasks.executeTask(task);
  return new Promise((resolve) => {
    const ended = vscode.tasks.onDidEndTask(({ execution: one }) => one === started && end(undefined));
    const exited = vscode.tasks.onDidEndTaskProcess(({ execution: one, exitCode }) => one === started && end(exitCode));
    const end = (status: number | undefined): void => {
      ended.dispose();
      exited.dispose();
      resolve(status);
    };
  });
}
