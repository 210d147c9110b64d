/** The roof of this machine as pages ask about it, and the questions about what a kernel computes. */
import * as vscode from 'vscode';
import type { GivenOperations, OperationType } from '../../protocol/measurement/roofline';
import type { Roofs } from '../editors/roofs';
import { givenOperations, keepOperations } from '../runs/givenOperations';
import type { MachineRoof } from '../runs/machineRoof';
import { operationCount } from '../runs/operationCount';
import { askText, pickOne } from './questions';

export function createRoofs(context: vscode.ExtensionContext, machine: MachineRoof): Roofs {
  const changes = new vscode.EventEmitter<void>();
  const state = context.workspaceState;
  context.subscriptions.push(
    changes,
    machine.onChange(() => changes.fire()),
  );
  return {
    async known(capture) {
      const roof = await machine.kept();
      return { ...(roof === undefined ? {} : { roof }), given: givenOperations(state, capture) };
    },
    measure: () => machine.measure(),
    async give(capture, functions) {
      const given = givenOperations(state, capture);
      const name = functions.length === 1 ? functions[0] : await pickFunction(functions, given);
      const asked = name === undefined ? undefined : await askOperations(name, given[name]);
      if (name === undefined || asked === undefined) return;
      await keepOperations(state, capture, name, asked.given);
      changes.fire();
    },
    onChange: changes.event,
  };
}

async function pickFunction(functions: readonly string[], given: Readonly<Record<string, GivenOperations>>): Promise<string | undefined> {
  const items = functions.map((label) => {
    const known = given[label];
    return { label, ...(known === undefined ? {} : { description: `${String(known.operations)} ${known.type}` }) };
  });
  const picked = await pickOne(items, { title: vscode.l10n.t('Show Operations of Which Function?') });
  return picked?.label;
}

const TYPES: readonly OperationType[] = ['f32', 'f64', 'bf16', 'i32', 'i8'];

/** Undefined when the user wants to say nothing; without `given` when what was said is to be forgotten. */
async function askOperations(
  name: string,
  now: GivenOperations | undefined,
): Promise<{ readonly given: GivenOperations | undefined } | undefined> {
  const text = await askText({
    title: vscode.l10n.t('Operations in Each Dispatch of {0}', name),
    prompt: vscode.l10n.t(
      'A multiplication and an addition count as two operations: a 256 × 256 × 256 matrix product has 2 * 256 * 256 * 256. Leave the field empty to remove the number.',
    ),
    value: now === undefined ? '' : String(now.operations),
    validateInput: (typed) =>
      typed.trim() === '' || operationCount(typed) !== undefined
        ? undefined
        : vscode.l10n.t('A number above zero, or a product of such numbers.'),
  });
  if (text === undefined) return undefined;
  const operations = operationCount(text);
  if (operations === undefined) return { given: undefined };
  const items = TYPES.map((label) => ({ label }));
  const active = items.find(({ label }) => label === now?.type);
  const type = await pickOne(items, { title: vscode.l10n.t('Which Data Type Do the Operations Use?'), active });
  return type === undefined ? undefined : { given: { operations, type: type.label } };
}
