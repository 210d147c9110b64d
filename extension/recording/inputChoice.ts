/** Inputs of a function: made from a seed, from a file, or a value. */
import * as vscode from 'vscode';
import { inputType, RANDOM, type ModuleValue } from '../../protocol/sharing/recording';
import { askText, pickOne } from '../commands/questions';
import type { Change, Choice, ChoiceItem } from './choice';

const SIZED = `=${RANDOM}`;
/** A type that nobody has said: "2x3xf32", "i64". */
const TYPE = /^(\d+x)*([su]?i|b?f)\d\w*$/;

/** "input0: 256x256xf32"; the name alone where the type is not known. */
function titleOf(value: ModuleValue): string {
  const type = inputType(value) ?? value.type;
  return type === undefined ? value.name : `${value.name}: ${type}`;
}

/** Whether nothing is known of an input that could be given: its size is open, or nobody can make it. */
export function lacksInput({ definition }: Choice, value: ModuleValue, index: number): boolean {
  const given = definition.inputs?.[index] ?? RANDOM;
  const type = inputType(value);
  return given === RANDOM && (type === undefined || type.includes('?'));
}

/** How an input is given now: "random, from seed 0", "4x8xf32, random, from seed 0", "@a.npy". */
function givenWords(choice: Choice, value: ModuleValue, index: number): string {
  const given = choice.definition.inputs?.[index] ?? RANDOM;
  if (lacksInput(choice, value, index))
    return inputType(value) === undefined ? vscode.l10n.t('needs a type or a file') : vscode.l10n.t('needs a size or a file');
  const random = vscode.l10n.t('random, from seed {0}', choice.definition.seed ?? 0);
  if (given === RANDOM) return random;
  return given.endsWith(SIZED) ? `${given.slice(0, -SIZED.length)}, ${random}` : given;
}

export function inputItem(choice: Choice, value: ModuleValue, index: number): ChoiceItem {
  return {
    label: `${lacksInput(choice, value, index) ? '$(warning)' : '$(symbol-variable)'} ${titleOf(value)}`,
    description: givenWords(choice, value, index),
    change: () => askInput(choice, value, index),
  };
}

/** Asks where an input comes from. */
export async function askInput(choice: Choice, value: ModuleValue, index: number): Change {
  const type = inputType(value);
  const title = titleOf(value);
  const random = {
    label: vscode.l10n.t('Random'),
    description: vscode.l10n.t('numbers from -1 to 1, integers from 0 to 7'),
    ask: (): Change => askRandom(choice, type, index, title),
  };
  const file = { label: vscode.l10n.t('From File…'), description: '.npy, .bin', ask: (): Change => askFile(choice, type, index, title) };
  const text = {
    label: vscode.l10n.t('Value…'),
    description: vscode.l10n.t('in the form that iree-run-module takes'),
    ask: (): Change => askValue(choice, type, index, title),
  };
  const picked = await pickOne([random, file, text], { title });
  return picked?.ask();
}

function withInput({ definition }: Choice, index: number, text: string): Choice['definition'] {
  const before = definition.inputs ?? [];
  const inputs = Array.from({ length: Math.max(before.length, index + 1) }, (_, i) => (i === index ? text : (before[i] ?? RANDOM)));
  return { ...definition, inputs };
}

/** Whether nothing of the type is open. */
const isWhole = (type: string | undefined): type is string => type !== undefined && !type.includes('?');

/** The type without open dimensions, or one where none is known; undefined when the user wants none. */
async function askType(title: string, type: string | undefined, value = type ?? ''): Promise<string | undefined> {
  const pattern = type === undefined ? TYPE : new RegExp(`^${type.replaceAll(/[.*+^${}()|[\]\\]/g, '\\$&').replaceAll('?', '\\d+')}$`);
  const wrong =
    type === undefined ? vscode.l10n.t('A type such as {0}', '2x3xf32') : vscode.l10n.t('A size such as {0}', type.replaceAll('?', '4'));
  const open = value.indexOf('?');
  const text = await askText({
    title,
    prompt:
      type === undefined
        ? vscode.l10n.t('Its type, which the module does not specify. Example: {0}', '2x3xf32')
        : vscode.l10n.t('Its size: replace each ? with a number'),
    value,
    ...(open < 0 ? {} : { valueSelection: [open, open + 1] }),
    validateInput: (typed) => (pattern.test(typed.trim()) ? undefined : wrong),
  });
  return text?.trim();
}

async function askRandom(choice: Choice, type: string | undefined, index: number, title: string): Change {
  const { definition } = choice;
  const given = definition.inputs?.[index] ?? RANDOM;
  const sized = isWhole(type) ? type : await askType(title, type, given.endsWith(SIZED) ? given.slice(0, -SIZED.length) : type);
  if (sized === undefined) return undefined;
  const seed = await askText({
    title,
    prompt: vscode.l10n.t('Seed for all random inputs: the same seed gives the same numbers'),
    value: String(definition.seed ?? 0),
    validateInput: (typed) => (/^\d{1,9}$/.test(typed.trim()) ? undefined : vscode.l10n.t('A number from 0 to {0}', 999_999_999)),
  });
  if (seed === undefined) return undefined;
  return { ...withInput(choice, index, sized === type ? RANDOM : `${sized}${SIZED}`), seed: Number(seed.trim()) };
}

async function askFile(choice: Choice, type: string | undefined, index: number, title: string): Change {
  const [file] =
    (await vscode.window.showOpenDialog({
      title,
      defaultUri: vscode.Uri.file(choice.root),
      filters: { [vscode.l10n.t('Arrays')]: ['npy', 'bin'] },
    })) ?? [];
  if (file === undefined) return undefined;
  const name = `@${choice.short(file.fsPath)}`;
  // Bytes do not say what they are.
  if (!name.endsWith('.bin') || isWhole(type)) return withInput(choice, index, name);
  const sized = await askType(title, type);
  return sized === undefined ? undefined : withInput(choice, index, `${sized}=${name}`);
}

async function askValue(choice: Choice, type: string | undefined, index: number, title: string): Change {
  const given = choice.definition.inputs?.[index] ?? RANDOM;
  const text = await askText({
    title,
    prompt: vscode.l10n.t('A number, or a tensor: 2x2xi32=1 2 3 4'),
    value: given !== RANDOM || type === undefined ? given : `${type.replaceAll('?', '4')}=`,
  });
  return text === undefined || text.trim() === '' ? undefined : withInput(choice, index, text.trim());
}
