/** Tasks that the extension runs, without their terminals. */
import { spawn } from 'node:child_process';
import { EventEmitter } from './events';
import { ProcessExecution, type CustomExecution, type Task } from './values';

export interface Tasks {
  /** Members of `vscode.tasks`. */
  readonly api: Readonly<Record<string, unknown>>;
  /** What programs of tasks have printed, below their command lines, as their terminals show it. */
  readonly shown: string;
  /** As one who ends the task of this name. */
  end(name: string): void;
  /** As the window does when it is closed. */
  dispose(): void;
}

/** What runs a task: it begins when it is told, and can be ended. */
interface Running {
  begin(ended: (exitCode: number | undefined) => void): void;
  end(): void;
}

async function custom(execution: CustomExecution, task: Task): Promise<Running> {
  const terminal = await execution.callback(task.definition);
  return {
    begin(ended) {
      terminal.onDidClose?.((exitCode) => ended(exitCode ?? undefined));
      terminal.open(undefined);
    },
    end: () => terminal.close(),
  };
}

function program({ process: name, args, options }: ProcessExecution, print: (text: string) => void): Running {
  let kill = (): void => undefined;
  return {
    begin(ended) {
      print(`Executing task: ${[name, ...args].join(' ')}\n`);
      const child = spawn(name, args, { cwd: options.cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print);
      kill = () => void (child.pid !== undefined && child.exitCode === null && process.kill(-child.pid));
      // Of a program that is ended VS Code has no status.
      child.once('close', (status) => ended(status ?? undefined));
    },
    end: () => kill(),
  };
}

export function createTasks(registered: () => unknown): Tasks {
  const ended = new EventEmitter<unknown>();
  const processEnded = new EventEmitter<unknown>();
  const all = new Map<Running, Task>();
  let shown = '';
  return {
    get shown() {
      return shown;
    },
    api: {
      registerTaskProvider: registered,
      onDidEndTask: ended.event,
      onDidEndTaskProcess: processEnded.event,
      async executeTask(task: Task) {
        const running =
          task.execution instanceof ProcessExecution
            ? program(task.execution, (text) => void (shown += text))
            : await custom(task.execution as CustomExecution, task);
        const execution = { task, terminate: () => running.end() };
        all.set(running, task);
        running.begin((exitCode) => {
          all.delete(running);
          processEnded.fire({ execution, exitCode });
          ended.fire({ execution });
        });
        return execution;
      },
    },
    end(name) {
      const found = [...all].find(([, task]) => task.name === name);
      if (found === undefined) throw new Error(`no task ${name} runs, but ${[...all.values()].map((task) => task.name).join(', ')}`);
      found[0].end();
    },
    dispose() {
      for (const running of all.keys()) running.end();
    },
  };
}
