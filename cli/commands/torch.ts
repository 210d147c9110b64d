import * as path from 'node:path';
import { torchInfo as infoWork } from '../../engine/jobs/torchInfo';
import { torchOps as opsWork } from '../../engine/jobs/torchOps';
import { torchCompare as compareWork } from '../../engine/jobs/torchCompare';
import { torchExtract as extractWork } from '../../engine/jobs/torchExtract';
import { torchReplay as replayWork } from '../../engine/jobs/torchReplay';
import { torchCapture } from '../../protocol/jobs/torchCapture';
import { torchInfo } from '../../protocol/jobs/torchInfo';
import { torchOps } from '../../protocol/jobs/torchOps';
import { torchCompare } from '../../protocol/jobs/torchCompare';
import { torchExtract } from '../../protocol/jobs/torchExtract';
import { torchReplay } from '../../protocol/jobs/torchReplay';
import { torchCsv } from '../../protocol/words/torchTables';
import { command, type Command } from '../options/command';
import { print } from '../printing/print';
import { torchCaptureText } from '../printing/torchCaptureText';
import { torchInfoText } from '../printing/torchInfoText';
import { torchOpsText } from '../printing/torchOpsText';
import { torchCompareText } from '../printing/torchCompareText';
import { torchExtractText } from '../printing/torchExtractText';
import { torchReplayText } from '../printing/torchReplayText';
import { interruptSignal } from '../running/interrupt';
import { executed, sayOnStderr } from '../running/reported';
import { commandGroup } from './commandGroup';

/** The schemas of operators, and the scripts that call them. */
const FOLDER = path.join(__dirname, 'torch');

const info = command(torchInfo, async ({ options, output: { by, format } }) => {
  const found = await infoWork(options, interruptSignal());
  print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : format === 'csv' ? torchCsv(found, by) : torchInfoText(found, by));
  return found.problems.length > 0 ? 1 : 0;
});

const ops = command(torchOps, async ({ options, output: { format } }) => {
  const found = await opsWork(options, FOLDER, interruptSignal());
  print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : torchOpsText(found, options.output));
  return found.problems.length > 0 ? 1 : 0;
});

/** This shell's Python environment, where no other is named. */
const environments = (): readonly string[] => {
  const environment = process.env['VIRTUAL_ENV'];
  return environment === undefined || environment === '' ? [] : [environment];
};

const replay = command(torchReplay, async ({ options, output: { format } }) => {
  const told = { ...options, environments: [...environments()] };
  const found = await replayWork(told, FOLDER, () => undefined, interruptSignal(), sayOnStderr);
  print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : torchReplayText(found));
  return found.operations.length === found.asked ? 0 : 1;
});

const extract = command(torchExtract, async ({ options, output: { format } }) => {
  const told = { ...options, environments: [...environments()] };
  const found = await extractWork(told, FOLDER, () => undefined, interruptSignal());
  print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : torchExtractText(found));
  return 0;
});

const compare = command(torchCompare, async ({ options, output: { format } }) => {
  const told = { ...options, environments: [...environments()] };
  const found = await compareWork(told, FOLDER, () => undefined, interruptSignal(), sayOnStderr);
  print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : torchCompareText(found));
  if (found.kind === 'traces') return found.problems.length > 0 ? 1 : 0;
  return found.verdicts.differs === 0 && found.verdicts.agrees > 0 ? 0 : 1;
});

const capture = command(torchCapture, ({ options, output: { format } }) =>
  executed(async (signal) => {
    const told = { ...options, environments: [...environments()], iree: { python: [...environments()], ...options.iree } };
    // It brings the engine's replays with it, which the others do without.
    const { torchCapture: work } = await import('../../engine/jobs/torchCapture');
    const found = await work(told, FOLDER, () => undefined, signal, sayOnStderr);
    print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : torchCaptureText(found));
    return found.verdict === 'agrees' ? 0 : 1;
  }),
);

const commands: readonly Command[] = [info, ops, replay, extract, compare, capture];

/** ireereplay torch: what PyTorch's profiler recorded; what is asked of it is a word more. */
export const torch = commandGroup('torch', commands, "Reads traces of PyTorch's profiler, and replays their operations.", 'TRACE');
