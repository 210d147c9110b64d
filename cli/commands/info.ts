import { info as work, type InfoProgress } from '../../engine/jobs/info';
import { info as job } from '../../protocol/jobs/info';
import type { InfoResult } from '../../protocol/jobs/infoResult';
import { command } from '../options/command';
import { interruptSignal } from '../running/interrupt';
import { printLine } from '../printing/print';
import { problemText } from '../printing/problems';
import { byteSize, count } from '../printing/units';

/** Names shown from a long list. */
const shown = 16;

function list(items: readonly string[]): string {
  return items.length <= shown ? items.join(', ') : `${items.slice(0, shown).join(', ')} and ${String(items.length - shown)} more`;
}

function infoText({ preflight: report, ...summary }: InfoResult, devices: string): string {
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

/** ireereplay info: what is in a capture, and whether it can be replayed here. */
export const info = command(job, async ({ options, output }) => {
  const devices = options.devices.join(', ') || 'local-sync';
  const progress: InfoProgress = {
    found: (found) => {
      printLine(output.format === 'json' ? JSON.stringify(found, null, 2) : infoText(found, devices));
    },
    wrote: (file) => {
      console.error(`wrote ${file}`);
    },
  };
  const found = await work(options, output.export, progress, interruptSignal());
  return found.problems.some(({ severity }) => severity === 'error') ? 1 : 0;
});
