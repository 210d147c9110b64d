/** What changed by content against the run before, in words. */
import type { ChangedFunction, ContentChanges, ExecutableChange, FunctionChange } from '../results/contentChanges';

/** In a column; what is the same to the byte needs no word. */
export const CHANGE_WORDS: Readonly<Record<FunctionChange, string>> = {
  same: 'same',
  changed: 'changed',
  'own-code-same': 'same code',
  unknown: 'executable changed',
  new: 'new',
  ambiguous: 'not known',
};

/** What the word says, and what it does not. */
export const CHANGE_SENTENCES: Readonly<Record<FunctionChange, string>> = {
  same: 'Its executable is the same to the byte.',
  changed: 'Its machine code is not what it was.',
  'own-code-same': 'Its machine code is the same, but its executable changed: constants and functions that it uses may be others.',
  unknown: 'Its executable changed. Where the code of this function ends is not known, so that it may be the same or not.',
  new: 'Nothing of this name was there.',
  ambiguous: 'Several of this name were there: which one it was is not known.',
};

/** Names in a line, at most. */
const MOST_NAMES = 8;

const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return [...names.slice(0, MOST_NAMES), ...(rest > 0 ? [`${String(rest)} more`] : [])].join(', ');
}

const called = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  `executable ${id}${name === '' ? '' : ` (${name})`}`;

function functionWords(functions: readonly ChangedFunction[], gone: readonly string[]): readonly string[] {
  const of = (wanted: FunctionChange): readonly string[] => functions.filter(({ change }) => change === wanted).map(({ name }) => name);
  const [changed, fresh, same, unknown, ambiguous] = [of('changed'), of('new'), of('own-code-same'), of('unknown'), of('ambiguous')];
  return [
    ...(changed.length === 0 ? [] : [`the code of ${listed(changed)} changed`]),
    ...(fresh.length === 0 ? [] : [`new: ${listed(fresh)}`]),
    ...(gone.length === 0 ? [] : [`gone: ${listed(gone)}`]),
    ...(same.length === 0 ? [] : [`the code of ${counted(same.length, 'function')} is the same, though what it refers to may not be`]),
    ...(unknown.length + ambiguous.length === 0 ? [] : [`of ${counted(unknown.length + ambiguous.length, 'function')} it is not known`]),
  ];
}

function executableLine(executable: ExecutableChange): string {
  const { change, before, functions, goneFunctions } = executable;
  const was = before === undefined || before.by === 'id' ? '' : `, matched by ${before.by} with executable ${before.id}`;
  switch (change) {
    case 'same':
      return `${called(executable)} is the same to the byte${was}`;
    case 'changed':
      return `${called(executable)} changed${was}: ${functionWords(functions, goneFunctions).join('; ') || 'it has no functions'}`;
    case 'new':
      return `${called(executable)} is new: none of its name was there`;
    case 'ambiguous':
      return `${called(executable)} may have changed or not: several were there that it could have been`;
  }
}

/** A line for each executable, but that those which are the same are one; below a head that says what it is compared with. */
export function changeLines({ date, sameCapture, executables, gone }: ContentChanges): readonly [head: string, ...lines: string[]] {
  const same = executables.filter(({ change }) => change === 'same');
  const capture = sameCapture ? 'of the same capture' : 'of another capture, or of this one before it was recorded again';
  return [
    `Compared with the run of ${date}, ${capture}:`,
    ...executables.filter(({ change }) => change !== 'same').map(executableLine),
    ...(same.length > 3 ? [`${String(same.length)} executables are the same to the byte`] : same.map(executableLine)),
    ...gone.map((each) => `${called(each)} is gone`),
  ];
}
