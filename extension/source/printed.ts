/** What the command line prints, as far as an editor can show it. */
import { spawn } from 'node:child_process';
import * as vscode from 'vscode';

/** VS Code gives no extension a document that is longer, and searches and colours none such. */
const MOST_CHARACTERS = 48 * 1024 * 1024;

export interface Printed {
  readonly text: string;
  /** There was more. */
  readonly cut: boolean;
}

/**
 * Runs the script `cli` with `args`. When it prints too much, its whole lines up to there; when it fails after it has printed something, that
 * and why. Rejects when it prints nothing but why.
 */
export function printed(cli: string, args: readonly string[], token: vscode.CancellationToken): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const cancel = token.onCancellationRequested(() => child.kill());
    const parts: string[] = [];
    let length = 0;
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      if (length > MOST_CHARACTERS) return;
      parts.push(part);
      length += part.length;
      if (length > MOST_CHARACTERS) child.kill();
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      errors = (errors + part).slice(-4096);
    });
    child.once('error', reject);
    child.once('close', () => {
      cancel.dispose();
      const text = parts.join('');
      if (token.isCancellationRequested) reject(new vscode.CancellationError());
      else if (length > MOST_CHARACTERS) resolve({ text: text.slice(0, text.lastIndexOf('\n', MOST_CHARACTERS)), cut: true });
      else if (text === '' && errors !== '') reject(new Error(errors.trim()));
      else resolve({ text: `${text}${errors}`, cut: false });
    });
  });
}
