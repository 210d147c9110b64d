/** What stands beside operations that are handed on: how they are replayed. */
import type { TorchExtracted } from '../../protocol/torch/replay';

/** Names of files and folders in what is handed on. */
export const DESCRIPTIONS = 'operations.json';
export const EXPECTED = 'expected';
/** The first one is started. */
export const SCRIPTS = ['replay.py', 'results.py'] as const;

const SHOWN = 50;

/** The README, in Markdown. `trace` is the name of the file that they are of. */
export function handedOnReadme(trace: string, { operations, expected }: Pick<TorchExtracted, 'operations' | 'expected'>): string {
  const left = operations.length - SHOWN;
  const lines = [
    `# Operations of ${trace}`,
    '',
    'Operators of PyTorch with the arguments of a trace. They run with Python and PyTorch, 1.13 or later, and nothing else:',
    '',
    `    python3 ${SCRIPTS[0]} ${DESCRIPTIONS}`,
    `    python3 ${SCRIPTS[0]} --device=cuda --repetitions=100 ${DESCRIPTIONS}`,
    '',
    "calls each one and prints how long its calls take. `--device=cuda` calls on a GPU of NVIDIA's or AMD's; `--help` tells the rest. Traces have no",
    'data: tensors get numbers that follow from `--seed`, bit for bit the same on every device and with every version of PyTorch.',
    ...(expected === undefined
      ? []
      : [
          '',
          `Results of PyTorch ${expected.installation.version} on ${expected.installation.device} are in \`${EXPECTED}\`, as .npy files:`,
          '',
          `    python3 ${SCRIPTS[0]} --expected=${EXPECTED} ${DESCRIPTIONS}`,
          '',
          'compares them with those of the PyTorch that runs it, within what rounding may make of so many operations; `--absolute` and `--relative` set',
          'other bounds. The exit status is 1 if any differs. What is random, memory that nothing wrote, or not the same in three calls is not compared.',
          ...(expected.leftOut.length === 0
            ? []
            : ['', 'Left out:', '', ...expected.leftOut.map(({ name, result, why }) => `- ${name}, ${result}: ${why}`)]),
          ...(expected.notReplayed.length === 0
            ? []
            : ['', 'Without results:', '', ...expected.notReplayed.map(({ name, message }) => `- ${name}: ${message}`)]),
        ]),
    '',
    'Operations:',
    '',
    ...operations.slice(0, SHOWN).map(({ call, count }) => `- \`${call}\`${count > 1 ? `, ${String(count)} times in the trace` : ''}`),
    ...(left > 0 ? [`- and ${String(left)} more, in \`${DESCRIPTIONS}\``] : []),
    '',
  ];
  return lines.join('\n');
}
