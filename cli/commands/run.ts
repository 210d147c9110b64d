import { run as work } from '../../engine/jobs/run';
import { run as job } from '../../protocol/jobs/run';
import type { IreeRunResult, RunOutput, RunProgress, RunResult } from '../../protocol/replay/run';
import { command } from '../options/command';
import { ofThisShell } from '../running/iree';
import { printLine } from '../printing/print';
import { problemText } from '../printing/problems';
import { profileText } from '../printing/profileText';
import { executed, sayOnStderr } from '../running/reported';
import { byteSize, count, duration } from '../printing/units';

function outputLines(outputs: readonly RunOutput[]): readonly string[] {
  return outputs.flatMap(({ record, file, sha256 }) =>
    sha256 === undefined ? [] : [`  output of #${String(record)}: ${file} sha256 ${sha256}`],
  );
}

function resultText(result: RunResult): string {
  const lines = [
    `replayed on ${result.devices.join(', ')}: ${count(result.operations, 'operation')}, ${count(result.dispatches, 'dispatch', 'dispatches')}, ` +
      `${count(result.workgroups, 'workgroup')} in ${duration(result.executeNs)} (prepared in ${duration(result.prepareNs)}), ` +
      `${byteSize(result.peakBytes)} of buffers at once`,
  ];
  if (result.skipped > 0) lines.push(`skipped, as in IREE: ${count(result.skipped, 'operation')} that had failed when recorded`);
  if (result.assumedSignals !== '0') lines.push(`taken as signaled by the host: ${result.assumedSignals}`);
  for (const scope of result.scopes)
    lines.push(`${'  '.repeat(scope.depth + 1)}scope ${scope.name} (#${String(scope.record)}): ${duration(scope.ns)}`);
  lines.push(...outputLines(result.outputs));
  if (result.profile !== undefined) lines.push(profileText(result.profile));
  return lines.join('\n');
}

function byIreeText({ program, devices, outputs = [] }: IreeRunResult): string {
  return [`replayed by ${program} on ${devices.join(', ') || 'local-sync'}`, ...outputLines(outputs)].join('\n');
}

/** What prevents the run, or may affect it. */
function say({ warnings = [], hints = [] }: RunProgress): void {
  for (const problem of warnings) console.error(problemText(problem));
  for (const { message } of hints) console.error(`warning: ${message}`);
}

/** ireereplay run: executes the capture's machine code. */
export const run = command(job, ({ options, output: { format } }) =>
  executed(async (signal) => {
    const result = await work(undefined, format === 'json')(ofThisShell(options), say, signal, sayOnStderr);
    const text = (): string => ('program' in result ? byIreeText(result) : resultText(result));
    if (result.deviceStatistics !== undefined) process.stderr.write(result.deviceStatistics);
    printLine(format === 'json' ? JSON.stringify(result, null, 2) : text());
    return 0;
  }),
);
