import { spawnSync } from 'node:child_process';

/** Why VS Code can open no terminal here, if so: some containers and bare roots have no pseudo-terminals. */
export function withoutTerminals(): string | false {
  const { status, stderr } = spawnSync('python3', ['-c', 'import os; os.openpty()'], { encoding: 'utf8' });
  return status === 0 ? false : `a terminal needs a pseudo-terminal: ${stderr.trim().split('\n').at(-1) ?? ''}`;
}
