/** How far results may be apart, chosen of a list or written. */
import * as vscode from 'vscode';
import { BIT_EQUAL, parseTolerance, toleranceText, type Bounds } from '../runs/tolerance';
import { askText, pickOne } from './questions';

const USUAL = ['1 ULP', '4 ULP', '1e-6 relative', '1e-5 relative', '1e-3 relative'] as const;

type ChosenBounds = 'exact' | 'other' | (typeof USUAL)[number];

/** Items of a list; `boundsOf` gives what is meant by the chosen one's `pick`. */
export const boundsToChoose = (): readonly { readonly label: string; readonly pick: ChosenBounds }[] => [
  { label: vscode.l10n.t('Bit-Equal'), pick: 'exact' },
  ...USUAL.map((label) => ({ label: vscode.l10n.t('Within {0}', label), pick: label })),
  { label: vscode.l10n.t('Other…'), pick: 'other' },
];

/** Others than the usual ones are asked for, beginning with `now`. Undefined where the user wants none. */
export async function boundsOf(chosen: ChosenBounds, now: Bounds): Promise<Bounds | undefined> {
  if (chosen === 'exact') return BIT_EQUAL;
  const text = chosen === 'other' ? await askBounds(now) : chosen;
  const parsed = text === undefined ? undefined : parseTolerance(text);
  return typeof parsed === 'string' ? undefined : parsed;
}

const askBounds = (now: Bounds): Promise<string | undefined> =>
  askText({
    title: vscode.l10n.t('Tolerance'),
    prompt: vscode.l10n.t('An element agrees if it is within at least one of the bounds.'),
    value: toleranceText(now),
    placeHolder: vscode.l10n.t('4 ULP or 1e-5 relative'),
    validateInput: (value) => {
      const parsed = parseTolerance(value);
      return typeof parsed === 'string' ? parsed : undefined;
    },
  });

/** Undefined where the user wants none. */
export async function chooseBounds(): Promise<Bounds | undefined> {
  const picked = await pickOne(boundsToChoose(), { title: vscode.l10n.t('Tolerance') });
  return picked === undefined ? undefined : boundsOf(picked.pick, BIT_EQUAL);
}
