/** The lines of Record Capture…: what each says now, and what it asks. */
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { inputType, type ModuleFunction } from '../../protocol/sharing/recording';
import { askText, pickOne } from '../commands/questions';
import { runnable } from '../devices/runnable';
import { chosen, type Change, type Choice, type ChoiceItem } from './choice';
import { separator } from './form';
import { askParameters, fileItems, lacksParameters } from './fileChoices';
import { askInput, inputItem, lacksInput } from './inputChoice';
import { defaultOutput, type RecordTaskDefinition } from './recordTask';

/** What every device of the local drivers can tell of itself. */
const PROFILE_MODE = 'queue-events,host-execution,executable-metadata';
const REPETITIONS = 20;

/** "256x256xf32, i32". */
const takes = ({ inputs }: ModuleFunction): string => inputs.map((value) => inputType(value) ?? value.type ?? value.name).join(', ');

const outputOf = ({ output, module }: RecordTaskDefinition): string => output ?? defaultOutput(module);

/** Every line, in order: Enter on the first records. */
export function choices(choice: Choice): readonly ChoiceItem[] {
  const { definition, module, root } = choice;
  const output = outputOf(definition);
  const run = chosen(choice);
  const what = run === undefined ? vscode.l10n.t('one of {0} functions', module.functions.length) : run.name;
  return [
    { label: `$(record) ${vscode.l10n.t('Record')}`, description: vscode.l10n.t('{0}, to {1}', what, output), act: 'record' },
    separator(vscode.l10n.t('what to run')),
    ...(module.functions.length > 1 ? [functionItem(choice, run)] : []),
    ...(run?.inputs ?? []).map((value, index) => inputItem(choice, value, index)),
    ...fileItems(choice),
    separator(vscode.l10n.t('how to record')),
    deviceItem(choice),
    timesItem(choice),
    profileItem(choice),
    {
      label: `$(save-as) ${vscode.l10n.t('Save as')}`,
      description: existsSync(path.resolve(root, output)) ? vscode.l10n.t('{0}, which will be replaced', output) : output,
      change: () => askOutput(choice, output),
    },
    separator(vscode.l10n.t('instead')),
    { label: `$(copy) ${vscode.l10n.t('Copy Command')}`, act: 'copy' },
    { label: `$(checklist) ${vscode.l10n.t('Save in tasks.json')}`, act: 'keep' },
  ];
}

/** Asks for all that is needed and not known; undefined where the user gives up. */
export async function askMissing(choice: Choice): Change {
  let now = choice;
  const ask = async (question: (choice: Choice) => Change): Promise<boolean> => {
    const definition = await question(now);
    now = { ...now, definition: definition ?? now.definition };
    return definition !== undefined;
  };
  if (chosen(now) === undefined && !(await ask(askFunction))) return undefined;
  for (const [index, value] of (chosen(now)?.inputs ?? []).entries()) {
    if (lacksInput(now, value, index) && !(await ask((one) => askInput(one, value, index)))) return undefined;
  }
  if (lacksParameters(now) && !(await ask(askParameters))) return undefined;
  return now.definition;
}

function functionItem(choice: Choice, run: ModuleFunction | undefined): ChoiceItem {
  return {
    label: `${run === undefined ? '$(warning)' : '$(symbol-function)'} ${vscode.l10n.t('Function')}`,
    description: run?.name ?? vscode.l10n.t('one of {0} functions', choice.module.functions.length),
    change: () => askFunction(choice),
  };
}

async function askFunction({ module, definition }: Choice): Change {
  const items = module.functions.map((one) => ({ label: one.name, description: takes(one) }));
  const active = items.find(({ label }) => label === definition.function);
  const picked = await pickOne(items, { title: vscode.l10n.t('Function'), active });
  if (picked === undefined) return undefined;
  // What was given was for the other function.
  return picked.label === definition.function ? definition : { ...definition, function: picked.label, inputs: [] };
}

/** Devices of the function: as many as it names, all the same if nobody says. */
function deviceItem(choice: Choice): ChoiceItem {
  const { devices = [] } = choice.definition;
  const wanted = Math.max(1, chosen(choice)?.devices.length ?? 0);
  const named = devices.length > 0 ? devices : Array.from({ length: wanted }, () => 'local-sync');
  return {
    label: `$(circuit-board) ${vscode.l10n.t('Device')}`,
    description: named.join(', '),
    change: () => askDevice(choice, wanted),
  };
}

async function askDevice({ devices, module, definition }: Choice, wanted: number): Change {
  await devices.look();
  const executables = module.formats.map((format) => ({ format }));
  const items = devices.all
    .filter(({ engine }) => engine === 'iree')
    .map(({ device, deviceName, description }) => ({
      label: deviceName ?? device,
      description,
      detail: executables.length === 0 ? '' : runnable('iree', device, executables),
      device,
    }));
  const active = items.find(({ device }) => device === definition.devices?.[0]);
  const picked = await pickOne(items, { title: vscode.l10n.t('Record on Device'), active });
  return picked === undefined ? undefined : { ...definition, devices: Array.from({ length: wanted }, () => picked.device) };
}

function timesItem({ definition }: Choice): ChoiceItem {
  const { iterations, ...others } = definition;
  return {
    label: `$(sync) ${vscode.l10n.t('Times')}`,
    description:
      iterations === undefined
        ? vscode.l10n.t('run once by iree-run-module')
        : vscode.l10n.t('{0}, each run in its own scope by iree-benchmark-module', iterations),
    change: async () => {
      const text = await askText({
        title: vscode.l10n.t('Times'),
        prompt: vscode.l10n.t('How many times the function runs; if more than once, each run is a scope of the capture'),
        value: String(iterations ?? REPETITIONS),
        validateInput: (typed) => (/^[1-9]\d{0,5}$/.test(typed.trim()) ? undefined : vscode.l10n.t('A number from 1 to {0}', 999_999)),
      });
      if (text === undefined) return undefined;
      return Number(text.trim()) === 1 ? others : { ...others, iterations: Number(text.trim()) };
    },
  };
}

function profileItem({ definition }: Choice): ChoiceItem {
  const { profilingOutput, profilingMode, ...others } = definition;
  const beside = outputOf(definition).replace(/(\.ireereplay)?$/, '.ireeprof');
  return {
    label: `$(pulse) ${vscode.l10n.t('Profile')}`,
    description: profilingOutput === undefined ? vscode.l10n.t('none') : `${profilingOutput}: ${profilingMode ?? ''}`,
    change: () =>
      Promise.resolve(profilingOutput === undefined ? { ...others, profilingMode: PROFILE_MODE, profilingOutput: beside } : others),
  };
}

async function askOutput({ short, root, definition }: Choice, output: string): Change {
  const uri = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.file(path.resolve(root, output)),
    title: vscode.l10n.t('Record Capture'),
    filters: { [vscode.l10n.t('IREE captures')]: ['ireereplay'] },
  });
  return uri === undefined ? undefined : { ...definition, output: short(uri.fsPath) };
}
