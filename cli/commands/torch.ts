import * as path from 'node:path';
import { torchInfo as infoWork } from '../../engine/jobs/torchInfo';
import { torchOps as opsWork } from '../../engine/jobs/torchOps';
import { torchInfo } from '../../protocol/jobs/torchInfo';
import { torchOps } from '../../protocol/jobs/torchOps';
import { torchCsv } from '../../protocol/words/torchTables';
import { command, type Command } from '../options/command';
import { print } from '../printing/print';
import { torchInfoText } from '../printing/torchInfoText';
import { torchOpsText } from '../printing/torchOpsText';
import { interruptSignal } from '../running/interrupt';
import { commandGroup } from './commandGroup';

const info = command(torchInfo, async ({ options, output: { by, format } }) => {
  const found = await infoWork(options, interruptSignal());
  print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : format === 'csv' ? torchCsv(found, by) : torchInfoText(found, by));
  return found.problems.length > 0 ? 1 : 0;
});

const ops = command(torchOps, async ({ options, output: { format } }) => {
  const found = await opsWork(options, path.join(__dirname, 'torch'), interruptSignal());
  print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : torchOpsText(found, options.output));
  return found.problems.length > 0 ? 1 : 0;
});

const commands: readonly Command[] = [info, ops];

/** ireereplay torch: what PyTorch's profiler recorded; what is asked of it is a word more. */
export const torch = commandGroup('torch', commands, "Reads traces of PyTorch's profiler.", 'TRACE');
