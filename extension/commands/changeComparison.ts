/** How results are compared, as the user changes it: the tolerance, the type of the elements, how many other inputs and places, what is allowed. */
import * as vscode from 'vscode';
import { ELEMENT_TYPES } from '../../protocol/replay/element';
import { PERTURBATIONS, PLACEMENTS } from '../../protocol/jobs/otherConditions';
import type { SubstituteOptions } from '../../protocol/jobs/substitute';
import type { MeasuredRun, RunOf } from '../../protocol/results/results';
import type { VerifyOptions } from '../../protocol/replay/verification';
import { BIT_EQUAL, toleranceText } from '../runs/tolerance';
import { boundsOf, boundsToChoose } from './chooseBounds';
import { pickOne } from './questions';

type Change = Pick<VerifyOptions, 'type' | 'tolerance' | 'perturbations' | 'placements'>;

type Kind = NonNullable<SubstituteOptions['allow']>[number];

const COUNTS = [0, 1, 2, 10, 100] as const;

/** The run with what the user wants changed; undefined without a wish, and for a run that compares nothing. */
export async function changeComparison(run: MeasuredRun): Promise<MeasuredRun | undefined> {
  switch (run.job) {
    case 'substitute': {
      const change = await pickChange(run.options.verify ?? {}, askedOf(run));
      if (change === undefined) return undefined;
      const { allow, ...others } = change;
      const options = { ...run.options, verify: { ...run.options.verify, ...others } };
      return { ...run, options: allow === undefined ? options : { ...options, allow } };
    }
    case 'bisect':
    case 'verify': {
      const change = await pickChange(run.options, []);
      return change && { ...run, options: { ...run.options, ...change } };
    }
    case 'benchmark':
    case 'run':
      return undefined;
  }
}

/** What candidates ask the machine for, each kind once. */
function askedOf({ state }: RunOf<'substitute'>): readonly Kind[] {
  const candidates = state.state === 'done' ? state.result.candidates : [];
  return [...new Set(candidates.flatMap(({ verification }) => (verification?.asks ?? []).map(({ kind }) => kind)))];
}

async function pickChange(
  { tolerance: now = {}, type: typeNow = 'auto', perturbations = PERTURBATIONS, placements = PLACEMENTS }: Change,
  asked: readonly Kind[],
): Promise<(Change & { readonly allow?: Kind[] }) | undefined> {
  const bounds = { ...BIT_EQUAL, ...now };
  const heading = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator, pick: undefined });
  const items = [
    heading(vscode.l10n.t('Tolerance')),
    ...boundsToChoose(),
    heading(vscode.l10n.t('Element Type')),
    { label: 'auto', description: vscode.l10n.t('from kernel names; otherwise bytes'), pick: 'type' as const },
    ...['bytes', ...ELEMENT_TYPES].map((label) => ({ label, pick: 'type' as const })),
    heading(vscode.l10n.t('Other Inputs')),
    ...COUNTS.map((count) => ({ label: vscode.l10n.t('With {0} Different Sets of Inputs', count), change: { perturbations: count } })),
    heading(vscode.l10n.t('Buffers at Different Addresses')),
    ...COUNTS.map((count) => ({ label: vscode.l10n.t('At {0} Different Sets of Addresses', count), change: { placements: count } })),
    ...(asked.length === 0
      ? []
      : [
          heading(vscode.l10n.t('Machine Features That Candidates May Use')),
          { label: vscode.l10n.t('Allow: {0}', asked.join(', ')), change: { allow: [...asked] } },
        ]),
  ];
  const exactly = toleranceText(bounds) || vscode.l10n.t('bit-equal');
  const placeHolder = vscode.l10n.t(
    'Currently {0}; elements: {1}; other inputs: {2}; buffers at different addresses: {3}',
    exactly,
    typeNow,
    perturbations,
    placements,
  );
  const picked = await pickOne(items, { title: vscode.l10n.t('Compare Results'), placeHolder });
  if (picked !== undefined && 'change' in picked) return picked.change;
  if (picked?.pick === undefined) return undefined;
  if (picked.pick === 'type') {
    const type = (['auto', 'bytes', ...ELEMENT_TYPES] as const).find((one) => one === picked.label);
    return type === undefined ? undefined : { type };
  }
  const chosen = await boundsOf(picked.pick, bounds);
  return chosen && { tolerance: { ...now, ...chosen } };
}
