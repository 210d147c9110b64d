/**
 * npx tsx bench/torchCapture.ts --python=PYTHON [--trace=NAME ...] [--log=FILE]: how many operations of the traces in the fixtures become captures
 * of IREE's, and how many of these agree with PyTorch, as a table in Markdown with the reasons of the others. The Python has a PyTorch and
 * iree-turbine; IREE's programs are on the PATH. --log keeps what came of each, and what is in it is not done again. After npm run build.
 */
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { torchCapture } from '../engine/jobs/torchCapture';
import { findIreeTools } from '../engine/iree/tools';
import { torchOps } from '../engine/jobs/torchOps';
import { torchCapture as job } from '../protocol/jobs/torchCapture';
import { callWords } from '../protocol/words/torchOperationWords';

const root = path.join(__dirname, '..');
const traces = path.join(root, 'test', 'fixtures', 'neighbours', 'pytorch');
const scripts = path.join(root, 'dist', 'torch');
const AT_ONCE = 2;

/** What came of an operation: of what is no capture why. */
interface Outcome {
  readonly trace: string;
  readonly name: string;
  readonly call: string;
  readonly came: 'agrees' | 'differs' | 'not-known' | 'no-capture';
  readonly why: string;
}

/** An operation that is to be captured. */
interface Left {
  readonly trace: string;
  readonly name: string;
  readonly call: string;
  /** In the file of descriptions. */
  readonly number: number;
}

async function outcomeOf({ trace, name, call, number }: Left, python: string, folder: string): Promise<Outcome> {
  const output = path.join(mkdtempSync(path.join(folder, 'capture-')), 'operation.ireereplay');
  const told = v.parse(job.options, {
    ...{ capture: path.join(folder, `${trace}.json`), operation: number, output, python },
    ...{ measuredSeconds: 0.01, timeoutMs: 300_000 },
  });
  try {
    const { verdict, results } = await torchCapture(
      told,
      scripts,
      () => undefined,
      new AbortController().signal,
      () => undefined,
    );
    const why = results.flatMap((one) => (one.verdict === verdict && one.why !== undefined ? [one.why] : []));
    const apart = results.flatMap((one) =>
      one.verdict === 'differs' && one.compared !== undefined
        ? [`${one.compared.outOfTolerance} of ${one.compared.elements} ${one.type}, ${one.compared.maxAbsolute.toPrecision(2)} apart`]
        : [],
    );
    return { trace, name, call, came: verdict, why: [...why, ...apart].join('; ') };
  } catch (error) {
    return { trace, name, call, came: 'no-capture', why: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(path.dirname(output), { recursive: true });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { python: { type: 'string' }, trace: { type: 'string', multiple: true }, log: { type: 'string' } },
  });
  const { python, log } = values;
  if (python === undefined) throw new Error('name --python=PYTHON');
  findIreeTools({}, 'iree-compile');
  const names = values.trace ?? readdirSync(traces).flatMap((name) => (name.endsWith('.json.gz') ? [name.replace('.json.gz', '')] : []));
  const done: Outcome[] =
    log !== undefined && existsSync(log)
      ? readFileSync(log, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Outcome)
      : [];
  const isDone = new Set(done.map(({ trace, call }) => `${trace} ${call}`));
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-'));
  try {
    const left: Left[] = [];
    for (const trace of names) {
      const capture = path.join(traces, `${trace}.json.gz`);
      const output = path.join(folder, `${trace}.json`);
      const { signal } = new AbortController();
      await torchOps({ capture, filters: ['aten::'], output }, scripts, signal);
      const { operations } = await torchOps({ capture: output, filters: [] }, scripts, signal);
      for (const { number, name, description } of operations) {
        if (description === undefined || !name.startsWith('aten::')) continue;
        const call = callWords(description);
        if (!isDone.has(`${trace} ${call}`)) left.push({ trace, name, call, number });
        isDone.add(`${trace} ${call}`);
      }
    }
    const next = left[Symbol.iterator]();
    const worker = async (): Promise<void> => {
      for (const one of next) {
        const outcome = await outcomeOf(one, python, folder);
        done.push(outcome);
        if (log !== undefined) appendFileSync(log, `${JSON.stringify(outcome)}\n`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    rmSync(folder, { recursive: true });
  }
  print(names, done);
}

function print(names: readonly string[], outcomes: readonly Outcome[]): void {
  const kinds = ['agrees', 'differs', 'not-known', 'no-capture'] as const;
  console.log('| trace | operations | agree | differ | not known | no capture |\n| --- | --- | --- | --- | --- | --- |');
  for (const trace of names) {
    const of = outcomes.filter((one) => one.trace === trace);
    if (of.length > 0)
      console.log(`| ${[trace, of.length, ...kinds.map((kind) => of.filter(({ came }) => came === kind).length)].join(' | ')} |`);
  }
  const reasons = new Map<string, number>();
  for (const { came, name, why } of outcomes) {
    if (came !== 'agrees') reasons.set(`${name}: ${came}: ${why}`, (reasons.get(`${name}: ${came}: ${why}`) ?? 0) + 1);
  }
  for (const [reason, count] of [...reasons].toSorted()) console.log(`- ${reason}${count === 1 ? '' : ` (${count})`}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
