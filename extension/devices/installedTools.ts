/** Programs of the user's that replay or build kernels: by the settings, the workspace's Python environment, and PATH. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { findIreeTools, programPath } from '../../engine/iree/tools';
import type { Compilers, IreePlaces } from '../../protocol/replay/run';
import { chosenPython } from './pythonEnvironment';

const SECTION = 'ireeReplay';

/** The setting's text; undefined where it is empty. */
function text(name: string): string | undefined {
  const value = vscode.workspace.getConfiguration(SECTION).get<string>(name, '').trim();
  return value === '' ? undefined : value;
}

const words = (name: string): readonly string[] => vscode.workspace.getConfiguration(SECTION).get<readonly string[]>(name, []);

/** Where the workspace's Python environments may be: what the Python extension has chosen or is set to, then folders of the usual names. */
function pythonFolders(): readonly string[] {
  const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const interpreter = vscode.workspace.getConfiguration('python').get<string>('defaultInterpreterPath', '');
  const set = path.isAbsolute(interpreter.replace('${workspaceFolder}', roots[0] ?? '${workspaceFolder}'))
    ? [path.dirname(interpreter.replace('${workspaceFolder}', roots[0] ?? ''))]
    : [];
  const active = process.env['VIRTUAL_ENV'];
  const chosen = chosenPython();
  return [
    ...(chosen === undefined ? [] : [chosen, path.dirname(chosen)]),
    ...set,
    ...roots.flatMap((root) => ['.venv', 'venv'].map((name) => path.join(root, name))),
    ...(active === undefined ? [] : [active]),
  ];
}

/** Where IREE's tools are looked for now. */
export function ireePlaces(): IreePlaces {
  const setting = text('ireeTools');
  return { ...(setting === undefined ? {} : { setting }), python: pythonFolders() };
}

/** Whether IREE's tools are in the folder, or in its bin/. */
export function hasIreeTools(folder: string): boolean {
  try {
    findIreeTools({ setting: folder, path: '' });
    return true;
  } catch {
    return false;
  }
}

function installedCompiler(): string | undefined {
  try {
    return programPath(findIreeTools(ireePlaces(), 'iree-compile'), 'iree-compile');
  } catch {
    // Only a build that needs it says that it is missing.
    return undefined;
  }
}

/** With what substitutes that are sources are built now. */
export function installedCompilers(): Compilers {
  const clang = text('compilers.clang');
  const ireeCompile = text('compilers.ireeCompile') ?? installedCompiler();
  const command = text('compilers.command');
  return {
    ...(clang === undefined ? {} : { clang }),
    ...(ireeCompile === undefined ? {} : { ireeCompile }),
    ...(command === undefined ? {} : { command }),
    clangFlags: words('compilers.clangFlags'),
    ireeCompileFlags: words('compilers.ireeCompileFlags'),
  };
}
