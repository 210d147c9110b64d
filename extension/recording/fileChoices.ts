/** Files that a recording reads, and what the capture has of them. */
import { statSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { sizeWords } from '../../protocol/words/sizeWords';
import { askText, pickOne } from '../commands/questions';
import type { Change, Choice, ChoiceItem } from './choice';
import type { RecordTaskDefinition } from './recordTask';

/** Whether the module asks for parameters and has none. */
export const lacksParameters = ({ module, definition: { parameters = [] } }: Choice): boolean =>
  module.takesParameters && parameters.length === 0;

/** The lines of files; none where the module reads none. */
export function fileItems(choice: Choice): readonly ChoiceItem[] {
  const { parameters = [] } = choice.definition;
  if (!choice.module.takesParameters && parameters.length === 0) return [];
  const lacks = lacksParameters(choice);
  const now = policies(choice).find(({ policy }) => isOf(policy, choice.definition));
  return [
    {
      label: `${lacks ? '$(warning)' : '$(file-binary)'} ${vscode.l10n.t('Parameters')}`,
      description: lacks ? vscode.l10n.t('needs a file') : parameters.join(', '),
      change: () => askParameters(choice),
    },
    {
      label: `$(files) ${vscode.l10n.t('Files in the Capture')}`,
      description: now === undefined ? '' : `${now.label}: ${now.description ?? ''}`,
      change: () => askPolicy(choice),
    },
  ];
}

/** Asks for files of parameters, and for the name by which the module asks for each. */
export async function askParameters({ module, short, root, definition }: Choice): Change {
  const files =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Parameters'),
      canSelectMany: true,
      defaultUri: vscode.Uri.file(root),
      filters: { [vscode.l10n.t('Parameters')]: ['irpa', 'gguf', 'safetensors'] },
    })) ?? [];
  const parameters: string[] = [];
  for (const file of files) {
    const scope = await askText({
      title: vscode.l10n.t('Parameters'),
      prompt: vscode.l10n.t('The name that the module uses to ask for {0}; empty if it uses none', path.basename(file.fsPath)),
      // It is among the module's texts, often the first.
      value: module.texts.find((text) => /^[\w-]+$/.test(text)) ?? '',
    });
    if (scope === undefined) return undefined;
    parameters.push(scope.trim() === '' ? short(file.fsPath) : `${scope.trim()}=${short(file.fsPath)}`);
  }
  return parameters.length === 0 ? undefined : { ...definition, parameters };
}

type Policy = Pick<RecordTaskDefinition, 'filePolicy' | 'fileValidation'>;

const isOf = (policy: Policy, { filePolicy = 'reference', fileValidation = 'identity' }: Policy): boolean =>
  policy.filePolicy === filePolicy && (filePolicy !== 'reference' || policy.fileValidation === fileValidation);

/** Bytes of the parameters' files; undefined where one cannot be looked at. */
function parameterBytes({ definition, root }: Choice): number | undefined {
  try {
    const files = (definition.parameters ?? []).map((text) => text.slice(text.indexOf('=') + 1));
    return files.reduce((sum, file) => sum + statSync(path.resolve(root, file)).size, 0);
  } catch {
    return undefined;
  }
}

/** Ways to have files in a capture, each in one line with what it costs. */
function policies(choice: Choice): readonly (vscode.QuickPickItem & { readonly policy: Policy })[] {
  const bytes = parameterBytes(choice);
  const all = bytes === undefined ? vscode.l10n.t('as large as the files') : sizeWords(bytes);
  return [
    {
      label: vscode.l10n.t('Path Alone'),
      description: vscode.l10n.t('adds nothing'),
      detail: vscode.l10n.t('A replay needs these exact files, unchanged.'),
      policy: { filePolicy: 'reference', fileValidation: 'identity' },
    },
    {
      label: vscode.l10n.t('Path and Digest'),
      description: vscode.l10n.t('reads {0}, and adds nothing to the capture', all),
      detail: vscode.l10n.t('A replay also accepts copies of the files.'),
      policy: { filePolicy: 'reference', fileValidation: 'digest' },
    },
    {
      label: vscode.l10n.t('Only What Is Read'),
      description: vscode.l10n.t('adds at most {0}', all),
      detail: vscode.l10n.t('The capture contains the bytes that the function reads, so a replay does not need the files.'),
      policy: { filePolicy: 'capture-ranges', fileValidation: 'identity' },
    },
    {
      label: vscode.l10n.t('Whole Files'),
      description: vscode.l10n.t('adds {0}', all),
      detail: vscode.l10n.t('The capture contains the whole contents of the files, so a replay does not need them.'),
      policy: { filePolicy: 'capture-all', fileValidation: 'identity' },
    },
  ];
}

async function askPolicy(choice: Choice): Change {
  const items = policies(choice);
  const active = items.find(({ policy }) => isOf(policy, choice.definition));
  const picked = await pickOne(items, { title: vscode.l10n.t('Files in the Capture'), active });
  return picked === undefined ? undefined : { ...choice.definition, ...picked.policy };
}
