/**
 * npx tsx bench/torchOps.ts --tracelens=CHECKOUT --python=PYTHON [--python=OLDER] [--trace=NAME ...]: how many operations of the traces in the fixtures are described
 * and replayed on the processor, by ours and by TraceLens' Event Replay, as a table in Markdown. Each Python has a PyTorch; TraceLens runs with the
 * first. After npm run build.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { torchOps } from '../engine/jobs/torchOps';

const root = path.join(__dirname, '..');
const traces = path.join(root, 'test', 'fixtures', 'neighbours', 'pytorch');
const scripts = path.join(root, 'dist', 'torch');

interface ByTraceLens {
  readonly trace: string;
  readonly operations: number;
  readonly described: number;
  readonly replayed: number;
}

interface Summary {
  readonly pytorch: string;
  readonly operations: number;
  readonly replayed: number;
  readonly reasons: Readonly<Record<string, number>>;
}

/** The lines that a Python script prints, each of JSON. */
function printed(python: string, ...args: readonly string[]): readonly unknown[] {
  const text = execFileSync(python, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

/** "73 of 73": replayed of those that this PyTorch has on a processor. */
function replayed({ operations, replayed: count, reasons }: Summary): string {
  return `${count} of ${operations - (reasons['other-device'] ?? 0) - (reasons['no-operator'] ?? 0)}`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      tracelens: { type: 'string' },
      python: { type: 'string', multiple: true, default: [] },
      trace: { type: 'string', multiple: true },
    },
  });
  const [first] = values.python;
  if (values.tracelens === undefined || first === undefined) throw new Error('name --tracelens=CHECKOUT and --python=PYTHON');
  const files = readdirSync(traces).flatMap((name) =>
    name.endsWith('.json.gz') && (values.trace?.includes(name.replace('.json.gz', '')) ?? true) ? [path.join(traces, name)] : [],
  );
  const theirs = printed(first, path.join(__dirname, 'traceLens.py'), values.tracelens, ...files) as readonly ByTraceLens[];
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-'));
  const versions = new Set<string>();
  const rows: string[][] = [];
  try {
    for (const [index, file] of files.entries()) {
      const output = path.join(folder, 'operations.json');
      const ours = await torchOps({ capture: file, filters: [], output }, scripts, new AbortController().signal);
      const {
        trace,
        operations,
        described,
        replayed: byThem,
      } = theirs[index] ?? { trace: '', operations: NaN, described: NaN, replayed: NaN };
      if (operations !== ours.operations.length)
        throw new Error(`${trace}: ${operations} operations, and ours are ${ours.operations.length}`);
      const summaries = values.python.map(
        (python) =>
          printed(python, path.join(scripts, 'replay.py'), '--format=jsonl', '--repetitions=1', '--warm-up=0', output).at(-1) as Summary,
      );
      for (const { pytorch } of summaries) versions.add(pytorch);
      rows.push([trace, `${operations}`, `${described}`, `${ours.described}`, `${byThem}`, ...summaries.map(replayed)]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const head = [
    'trace',
    'operations',
    'described by TraceLens',
    'by ours',
    'replayed by TraceLens',
    ...Array.from(versions, (each) => `by ours, ${each}`),
  ];
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
