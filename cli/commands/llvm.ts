import { llvmBenchmark as benchmarkWork } from '../../engine/jobs/llvmBenchmark';
import { llvmCode as codeWork } from '../../engine/jobs/llvmCode';
import { llvmExport as exportWork } from '../../engine/jobs/llvmExport';
import { llvmInfo as work } from '../../engine/jobs/llvmInfo';
import { llvmSweep as sweepWork } from '../../engine/jobs/llvmSweep';
import { llvmVerify as verifyWork } from '../../engine/jobs/llvmVerify';
import { llvmBenchmark } from '../../protocol/jobs/llvmBenchmark';
import { llvmCode } from '../../protocol/jobs/llvmCode';
import { llvmExport } from '../../protocol/jobs/llvmExport';
import { llvmInfo } from '../../protocol/jobs/llvmInfo';
import { llvmSweep } from '../../protocol/jobs/llvmSweep';
import { llvmVerify } from '../../protocol/jobs/llvmVerify';
import { sweepCsv } from '../../protocol/words/llvmSweepWords';
import { command, type Command } from '../options/command';
import { llvmBenchmarkText } from '../printing/llvmBenchmarkText';
import { llvmCodeText } from '../printing/llvmCodeText';
import { llvmExportText } from '../printing/llvmExportText';
import { llvmInfoText } from '../printing/llvmInfoText';
import { llvmSweepText } from '../printing/llvmSweepText';
import { llvmVerifyText } from '../printing/llvmVerifyText';
import { print } from '../printing/print';
import { interruptSignal } from '../running/interrupt';
import { sayOnStderr } from '../running/reported';
import { commandGroup } from './commandGroup';

const info = command(llvmInfo, async ({ options, output: { format } }) => {
  const found = await work(options, interruptSignal());
  print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : llvmInfoText(found));
  return found.problems.some(({ severity }) => severity === 'error') ? 1 : 0;
});

const code = command(llvmCode, async ({ options, output: { format } }) => {
  const found = await codeWork(options, interruptSignal());
  print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : llvmCodeText(found));
  return found.disassembly?.problem === undefined ? 0 : 1;
});

const verify = command(llvmVerify, async ({ options, output: { format } }) => {
  const found = await verifyWork(options, interruptSignal());
  print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : llvmVerifyText(found));
  return found.verdict === 'agrees' ? 0 : 1;
});

const benchmark = command(llvmBenchmark, async ({ options, output: { format } }) => {
  const found = await benchmarkWork(options, () => undefined, interruptSignal(), sayOnStderr);
  print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : llvmBenchmarkText(found));
  return found.verdict === 'agrees' ? 0 : 1;
});

const sweep = command(llvmSweep, async ({ options, output: { format } }) => {
  const found = await sweepWork(options, () => undefined, interruptSignal(), sayOnStderr);
  print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : format === 'csv' ? sweepCsv(found) : llvmSweepText(found));
  return 0;
});

const exporting = command(llvmExport, async ({ options, output: { format } }) => {
  const found = await exportWork(options, interruptSignal());
  print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : llvmExportText(found));
  return 0;
});

const commands: readonly Command[] = [info, code, verify, benchmark, sweep, exporting];

/** ireereplay llvm: what LLVM recorded of OpenMP kernels; what is asked of it is a word more. */
export const llvm = commandGroup('llvm', commands, "Reads and replays LLVM's recordings of OpenMP kernels.", 'RECORDING');
