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

export interface LoadedExtension extends Extension {
  /** Whether it has the native core in its own process. */
  readonly hasNativeCore: boolean;
}

export function loadExtension(api: typeof vscode): LoadedExtension {
  let hasNativeCore = false;
  const requireFrom = (from: string) => {
    const others = createRequire(from);
    return (name: string): unknown => {
      hasNativeCore ||= name.endsWith('.node');
      return others(name);
    };
  };
  const load = (file: string): unknown => {
    const module = { exports: {} };
    const others = requireFrom(file);
    const own = (name: string): unknown => {
      if (name === 'vscode') return api;
      if (name === 'node:module') return { createRequire: requireFrom };
      // What the bundle loads later is a bundle beside it.
      return /^\.\/\w+\.js$/.test(name) ? load(path.join(dist, name)) : others(name);
    };
    const names = ['exports', 'require', 'module', '__filename', '__dirname'];
    const run = compileFunction(readFileSync(file, 'utf8'), names, { filename: file }) as (...values: readonly unknown[]) => void;
    run(module.exports, own, module, file, path.dirname(file));
    return module.exports;
  };
  const extension = load(path.join(dist, 'extension.js')) as Extension;
  return {
    activate: (context) => extension.activate(context),
    get hasNativeCore() {
      return hasNativeCore;
    },
  };
}
