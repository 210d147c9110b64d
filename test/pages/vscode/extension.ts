/** The built extension, with a `vscode` of the test's: each window loads it anew, as an extension host does. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { compileFunction } from 'node:vm';
import type * as vscode from 'vscode';
import { ROOT } from './manifest';

const dist = path.join(ROOT, 'dist');

export interface Extension {
  activate(context: vscode.ExtensionContext): void;
}

export function loadExtension(api: typeof vscode): Extension {
  const load = (file: string): unknown => {
    const module = { exports: {} };
    const others = createRequire(file);
    const own = (name: string): unknown => {
      if (name === 'vscode') return api;
      // What the bundle loads later is a bundle beside it.
      return /^\.\/\w+\.js$/.test(name) ? load(path.join(dist, name)) : (others(name) as unknown);
    };
    const names = ['exports', 'require', 'module', '__filename', '__dirname'];
    const run = compileFunction(readFileSync(file, 'utf8'), names, { filename: file }) as (...values: readonly unknown[]) => void;
    run(module.exports, own, module, file, path.dirname(file));
    return module.exports;
  };
  return load(path.join(dist, 'extension.js')) as Extension;
}
