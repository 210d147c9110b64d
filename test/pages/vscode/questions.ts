/** What the extension asks the user and tells them: kept until a test answers it. */
import * as path from 'node:path';
import type * as vscode from 'vscode';
import { URI } from 'vscode-uri';
import { until } from '../../e2e/until';
import { EventEmitter } from './events';

/** How a test answers. Each waits until that is asked; a title is the whole one, or what it matches. */
export interface Answers {
  /** Chooses the item of a list that has this label, or else the first that says it. */
  choose(title: string | RegExp, item: string | RegExp): Promise<void>;
  /** Chooses these of a list of which several may be chosen, and no others. */
  chooseAll(title: string | RegExp, items: readonly (string | RegExp)[]): Promise<void>;
  /** Chooses another item of such a list, or one that is chosen no more; the list stays. */
  toggle(title: string | RegExp, item: string | RegExp): Promise<void>;
  /** Presses a button beside the title of a list. */
  press(title: string | RegExp, button: string): Promise<void>;
  /** Takes such a list with what is chosen in it. */
  accept(title: string | RegExp): Promise<void>;
  /** Types into a question for text. What is refused is thrown in the question's own words. */
  enter(title: string | RegExp, text: string): Promise<void>;
  /** What stands in a question for text before anything is typed. */
  proposed(title: string | RegExp): Promise<string>;
  /** Gives files or folders to a file dialog; relative ones are in the folder that is open. */
  files(title: string | RegExp, ...files: readonly string[]): Promise<void>;
  /** Puts away what is asked under that title. */
  escape(title: string | RegExp): Promise<void>;
  /** Waits for a message; presses one of its buttons where one is named. Returns what it says. */
  message(text: string | RegExp, button?: string): Promise<string>;
  /** The titles of what is asked now. */
  readonly asked: readonly string[];
  /** The items of the list that is asked for, with what stands beside and below each label. */
  readonly items: readonly string[];
  /** All that has been told, the latest last. */
  readonly messages: readonly string[];
}

type Question =
  | { readonly kind: 'list'; readonly list: List }
  | { readonly kind: 'text'; readonly options: vscode.InputBoxOptions; readonly answer: (text: string | undefined) => void }
  | { readonly kind: 'file'; readonly title: string; readonly answer: (files: readonly URI[] | undefined) => void };

interface Message {
  readonly text: string;
  readonly buttons: readonly string[];
  readonly press: (button: string) => void;
}

type Item = vscode.QuickPickItem;

interface List {
  title: string | undefined;
  items: readonly Item[];
  activeItems: readonly Item[];
  selectedItems: readonly Item[];
  canSelectMany: boolean;
  ignoreFocusOut: boolean;
  buttons: readonly vscode.QuickInputButton[];
  accept(chosen: readonly Item[]): void;
  select(chosen: readonly Item[]): void;
  press(button: vscode.QuickInputButton): void;
  hide(): void;
}

export interface Questions {
  /** Members of `vscode.window`. */
  readonly window: Readonly<Record<string, unknown>>;
  readonly answers: Answers;
  /** As VS Code itself says something. */
  tell(text: string): void;
  /** As Escape does. */
  putAway(): void;
  /** As where something else takes the keyboard: what is asked is put away unless it is to stay. */
  loseKeyboard(): void;
}

const titleOf = (question: Question): string =>
  question.kind === 'list' ? (question.list.title ?? '') : question.kind === 'text' ? (question.options.title ?? '') : question.title;

/** As a person reads it. */
const row = ({ label, description = '', detail = '' }: Item): string => `${label} ${description} ${detail}`;

const fits = (text: string, wanted: string | RegExp): boolean => (typeof wanted === 'string' ? text === wanted : wanted.test(text));

export function createQuestions(folder: string): Questions {
  let current: Question | undefined;
  const messages: Message[] = [];

  const putAway = (): void => {
    const question = current;
    current = undefined;
    if (question?.kind === 'list') question.list.hide();
    else question?.answer(undefined);
  };
  /** There is one at a time: another puts it away. */
  const ask = (question: Question): void => {
    putAway();
    current = question;
  };

  const createQuickPick = (): List & Readonly<Record<string, unknown>> => {
    const [accepted, hidden] = [new EventEmitter<undefined>(), new EventEmitter<undefined>()];
    const selection = new EventEmitter<readonly Item[]>();
    const pressed = new EventEmitter<unknown>();
    const list = {
      ...{ title: undefined, items: [] as readonly Item[], activeItems: [], selectedItems: [], buttons: [] },
      ...{ canSelectMany: false, ignoreFocusOut: false },
      onDidAccept: accepted.event,
      onDidHide: hidden.event,
      onDidChangeSelection: selection.event,
      onDidTriggerButton: pressed.event,
      show: () => ask({ kind: 'list', list }),
      hide() {
        if (current?.kind === 'list' && current.list === list) current = undefined;
        hidden.fire(undefined);
      },
      accept(chosen: readonly Item[]) {
        list.select(chosen);
        accepted.fire(undefined);
      },
      select(chosen: readonly Item[]) {
        list.selectedItems = chosen as never[];
        selection.fire(chosen);
      },
      press: (button: unknown) => pressed.fire(button),
      dispose: () => undefined,
    };
    return list;
  };

  const askFiles = ({ title = '' }: { readonly title?: string } = {}): Promise<readonly URI[] | undefined> =>
    new Promise((answer) => ask({ kind: 'file', title, answer }));
  const show = (text: string, ...rest: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve) => {
      const items = rest.filter((one) => typeof one === 'string' || (typeof one === 'object' && one !== null && 'title' in one));
      const labels = items.map((one) => (typeof one === 'string' ? one : String(one.title)));
      messages.push({ text, buttons: labels, press: (button) => resolve(items[labels.indexOf(button)]) });
    });

  const asked = <Kind extends Question['kind']>(kind: Kind, title: string | RegExp): Promise<Extract<Question, { kind: Kind }>> =>
    until(`the question ${String(title)}`, () => {
      if (current === undefined) throw new Error('nothing is asked');
      if (current.kind === kind && fits(titleOf(current), title)) return current as Extract<Question, { kind: Kind }>;
      throw new Error(`what is asked is ${titleOf(current)}`);
    });
  const itemOf = (list: List, wanted: string | RegExp): Item => {
    // The one that is called so, else the first in which a person reads it.
    const item =
      list.items.find(({ label }) => fits(label, wanted)) ??
      list.items.find((one) => (typeof wanted === 'string' ? row(one).includes(wanted) : wanted.test(row(one))));
    if (item === undefined) throw new Error(`${String(wanted)} is not among ${list.items.map(({ label }) => label).join(', ')}`);
    return item;
  };

  return {
    putAway,
    loseKeyboard() {
      // VS Code's own file dialog stays.
      if (current === undefined || current.kind === 'file') return;
      const { ignoreFocusOut = false } = current.kind === 'list' ? current.list : current.options;
      if (!ignoreFocusOut) putAway();
    },
    tell: (text) => void show(text),
    window: {
      createQuickPick,
      showInputBox: (options: vscode.InputBoxOptions = {}) =>
        new Promise<string | undefined>((answer) => ask({ kind: 'text', options, answer })),
      showOpenDialog: askFiles,
      showSaveDialog: async (options?: { readonly title?: string }) => (await askFiles(options))?.[0],
      showInformationMessage: show,
      showWarningMessage: show,
      showErrorMessage: show,
    },
    answers: {
      async choose(title, item) {
        const { list } = await asked('list', title);
        list.accept([await until(`the item ${String(item)}`, () => itemOf(list, item))]);
      },
      async chooseAll(title, items) {
        const { list } = await asked('list', title);
        list.accept(await until('the items', () => items.map((item) => itemOf(list, item))));
      },
      async toggle(title, item) {
        const { list } = await asked('list', title);
        const one = itemOf(list, item);
        list.select(list.selectedItems.includes(one) ? list.selectedItems.filter((other) => other !== one) : [...list.selectedItems, one]);
      },
      async press(title, button) {
        const { list } = await asked('list', title);
        const pressed = list.buttons.find(({ tooltip }) => tooltip === button);
        if (pressed === undefined) throw new Error(`${button} is not among ${list.buttons.map(({ tooltip = '' }) => tooltip).join(', ')}`);
        list.press(pressed);
      },
      async accept(title) {
        const { list } = await asked('list', title);
        list.accept(list.selectedItems);
      },
      async enter(title, text) {
        const question = await asked('text', title);
        const refused: unknown = await question.options.validateInput?.(text);
        if (typeof refused === 'string' && refused !== '') throw new Error(refused);
        current = undefined;
        question.answer(text);
      },
      async proposed(title) {
        const { options } = await asked('text', title);
        return options.value ?? '';
      },
      async files(title, ...files) {
        const { answer } = await asked('file', title);
        current = undefined;
        answer(files.map((file) => URI.file(path.resolve(folder, file))));
      },
      async escape(title) {
        await until(`the question ${String(title)}`, () => current !== undefined && fits(titleOf(current), title));
        putAway();
      },
      async message(text, button) {
        const found = await until(`the message ${String(text)}`, () => {
          const one = messages.findLast((message) => fits(message.text, text));
          if (one === undefined) throw new Error(`what is said is ${messages.map((message) => message.text).join('; ')}`);
          return one;
        });
        if (button !== undefined) {
          if (!found.buttons.includes(button)) throw new Error(`${button} is not among ${found.buttons.join(', ')}`);
          found.press(button);
        }
        return found.text;
      },
      get asked() {
        return current === undefined ? [] : [titleOf(current)];
      },
      get items() {
        return current?.kind === 'list' ? current.list.items.map((item) => row(item).trim()) : [];
      },
      get messages() {
        return messages.map(({ text }) => text);
      },
    },
  };
}
