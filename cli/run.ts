import { prepareReplay } from '../native/replay';
import type { RunOptions, RunResult } from '../protocol/run';
import { choice } from './arguments';
import { problemText } from './problems';
import { engineFlags, ireeEngine, runFlags, runOptions, substitutionFlags } from './runFlags';
import { withBuiltKernels } from '../native/kernel/substitutes';
import { executed } from './reported';
import { byteSize, count, duration } from './units';
import type { Command } from './usage';

function resultText(result: RunResult): string {
  const lines = [
    `replayed on ${result.devices.join(', ')}: ${count(result.operations, 'operation')}, ${result.dispatches} dispatches, ` +
      `${result.workgroups} workgroups in ${duration(result.executeNs)} (prepared in ${duration(result.prepareNs)}), ` +
      `${byteSize(result.peakBytes)} of buffers at once`,
  ];
  if (result.skipped > 0) lines.push(`left out, as IREE does: ${count(result.skipped, 'operation')} that had failed when recorded`);
  if (result.assumedSignals !== '0') lines.push(`taken as signalled by the host: ${result.assumedSignals}`);
  for (const scope of result.scopes)
    lines.push(`${'  '.repeat(scope.depth + 1)}scope ${scope.name} (#${String(scope.record)}): ${duration(scope.ns)}`);
  for (const { record, file, sha256 } of result.outputs) {
    if (sha256 !== undefined) lines.push(`  output of #${String(record)}: ${file} sha256 ${sha256}`);
  }
  return lines.join('\n');
}

async function warnOfTiling(options: RunOptions, signal: AbortSignal): Promise<void> {
  const { listDispatches } = await import('../native/dispatches');
  const { tiledOtherwise } = await import('../native/jobs/tiling');
  for (const { message } of await tiledOtherwise(options, await listDispatches(options, signal))) console.error(`warning: ${message}`);
}

/** ireereplay run: executes the capture's machine code. */
export const run: Command = {
  name: 'run',
  summary: 'replay it on a local device, as iree-run-replay does',
  description:
    'Replays a capture: executes the machine code in it, in the recorded order, on local devices. A capture is a program:\n' +
    'replay only what you trust. Everything that cannot be replayed is named before the first operation.',
  flags: {
    ...engineFlags,
    ...runFlags,
    ...substitutionFlags,
    outputs: {
      type: 'string',
      value: 'DIR',
      help: 'Writes what the recorded application mapped for reading, one file a range, and outputs.json.',
    },
    format: { type: 'string', value: 'text|json', help: 'Form of the result on stdout.' },
  },
  examples: ['--device=local-sync model.ireereplay', '--outputs=/tmp/out --replay_file_remap=/mnt/train=/mnt/copy model.ireereplay'],
  run: async (args) => {
    const format = choice(args, 'format', ['text', 'json']);
    const asked = runOptions(args);
    // A substitute may be tiled for another grid: what leaves its buffers should be named.
    const options = { ...asked, guardBuffers: asked.guardBuffers === true || args.has('replay_executable_substitution') };
    return executed(async (signal) => {
      const tools = await ireeEngine(args);
      if (tools !== undefined) {
        const { runByIree } = await import('../native/iree/replay');
        await runByIree(tools, asked, signal);
        console.log(`replayed by ${tools.folder}/iree-run-replay on ${options.devices.join(', ') || 'local-sync'}`);
        return 0;
      }
      const built = await withBuiltKernels(options, signal);
      const { report, session } = await prepareReplay(built, signal);
      for (const problem of report.problems) console.error(problemText(problem));
      if (session === undefined) {
        console.error(`ireereplay: ${args.capture} cannot be replayed on ${options.devices.join(', ') || 'local-sync'}`);
        return 1;
      }
      if ((built.substitutions ?? []).length > 0) await warnOfTiling(built, signal);
      const result = await session.run(signal);
      console.log(format === 'json' ? JSON.stringify(result, null, 2) : resultText(result));
      return 0;
    });
  },
};
