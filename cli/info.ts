import { exportExecutable } from '../native/kernel/export';
import { openCapture } from '../native/index';
import { preflight as preflightCapture } from '../native/replay';
import type { CaptureSummary } from '../protocol/capture';
import type { PreflightReport } from '../protocol/run';
import { choice } from './arguments';
import { interruptSignal } from './interrupt';
import { problemText } from './problems';
import { runFlags, runOptions } from './runFlags';
import { byteSize, count } from './units';
import type { Command } from './usage';

/** Names shown of a long list. */
const shown = 16;

function list(items: readonly string[]): string {
  return items.length <= shown ? items.join(', ') : `${items.slice(0, shown).join(', ')} and ${String(items.length - shown)} more`;
}

function infoText(summary: CaptureSummary, report: PreflightReport, devices: string): string {
  const errors = report.problems.filter(({ severity }) => severity === 'error').length;
  const lines = [
    report.canRun ? `replayable on ${devices}` : `not replayable on ${devices}: ${count(errors, 'problem')}`,
    `replay ${String(summary.versionMajor)}.${String(summary.versionMinor)}, ${count(summary.records, 'record')}, ${byteSize(summary.fileBytes)}, ` +
      (summary.hermetic
        ? 'hermetic'
        : `refers to ${count(summary.files.filter(({ reference }) => reference === 'external_path').length, 'file')}`),
    `operations: ${String(summary.operations)}, failed when recorded: ${String(summary.failed)}, unsupported: ${String(summary.unsupported)}`,
    `scopes: ${list(summary.scopes.map(({ name, begins }) => (begins.length > 1 ? `${name} x ${String(begins.length)}` : name))) || 'none'}`,
    `devices: ${String(summary.devices)}, objects: ${String(summary.objects)}`,
  ];
  for (const executable of summary.executables) {
    lines.push(
      `executable ${executable.id} (#${String(executable.record)}): ${executable.format}, ${byteSize(executable.bytes)}, ${list(executable.functions) || 'functions not named'}`,
    );
  }
  for (const file of summary.files)
    lines.push(`file ${file.id} (#${String(file.record)}): ${file.reference} ${file.path} ${byteSize(file.bytes)}`);
  const seen = new Set(summary.problems.map(({ message }) => message));
  for (const problem of [...summary.problems, ...report.problems.filter(({ message }) => !seen.has(message))])
    lines.push(problemText(problem));
  return lines.join('\n');
}

/** ireereplay info: what a capture is, and whether it can be replayed here. */
export const info: Command = {
  name: 'info',
  summary: 'say what a capture holds, and whether it can be replayed here',
  description:
    'Says what a capture holds: health, scopes, devices, executables and their functions, files; and whether this machine can\nreplay it. Executes nothing.',
  flags: {
    ...runFlags,
    export: { type: 'string', value: 'DIR', help: 'Writes every executable: binary, disassembly, how to build and substitute one.' },
    format: { type: 'string', value: 'text|json', help: 'text for reading (the default), json for programs.' },
  },
  examples: ['model.ireereplay', '--export=/tmp/kernels model.ireereplay', '--format=json model.ireereplay | jq .executables'],
  run: async (args) => {
    const format = choice(args, 'format', ['text', 'json']);
    const signal = interruptSignal();
    const options = runOptions(args);
    const capture = await openCapture(args.capture);
    await capture.index(undefined, signal);
    const summary = await capture.summary();
    const report = await preflightCapture(options, signal);
    const text =
      format === 'json'
        ? JSON.stringify({ ...summary, preflight: report }, null, 2)
        : infoText(summary, report, options.devices.join(', ') || 'local-sync');
    console.log(text);
    const folder = args.value('export');
    if (folder !== undefined) {
      for (const executable of summary.executables) {
        for (const file of await exportExecutable(capture, args.capture, executable, folder)) console.error(`wrote ${file}`);
      }
    }
    capture.close();
    return summary.problems.some(({ severity }) => severity === 'error') ? 1 : 0;
  },
};
