/** How long a recorded OpenMP kernel takes: by launches of one process where LLVM's tool repeats them, and by processes where it does not. */
import assert from 'node:assert/strict';
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { llvmBenchmark } from '../../engine/jobs/llvmBenchmark';
import { llvmVerify } from '../../engine/jobs/llvmVerify';
import { llvmBenchmark as job } from '../../protocol/jobs/llvmBenchmark';
import type { LlvmMeasurement } from '../../protocol/neighbour/llvm';
import { fixture, ireereplay, temporaryFolder, type Outcome } from '../programs';
import { writeSaxpyTool, type SaxpyTool } from '../saxpyTool';

const { signal } = new AbortController();
const ignore = (): void => undefined;

function saxpy(): { readonly capture: string; readonly tool: (how?: SaxpyTool) => string } {
  const folder = path.join(temporaryFolder(), 'saxpy');
  cpSync(fixture('neighbours/llvm/llvm16-saxpy'), folder, { recursive: true });
  let tools = 0;
  return {
    capture: path.join(folder, '__omp_offloading_fe00_984963_main_l7.json'),
    tool(how) {
      const file = path.join(folder, `tool ${String(tools++)}`);
      writeSaxpyTool(file, how);
      return file;
    },
  };
}

const toldOf = (asked: {
  readonly capture: string;
  readonly tool: string;
  readonly repetitions?: number;
}): v.InferOutput<typeof job.options> => v.parse(job.options, asked);

test('a tool that repeats launches is started once, and its first launch is not among the samples', async () => {
  const { capture, tool } = saxpy();
  const program = tool({ repeats: true });
  const found = await llvmBenchmark(toldOf({ capture, tool: program, repetitions: 5 }), ignore, signal, ignore);
  assert.equal(readFileSync(`${program}.starts`, 'utf8'), '.');
  assert.deepEqual([found.measured, found.warmUp], ['launch', 900_000]);
  assert.deepEqual(found.samples, [40_002, 40_003, 40_004, 40_005, 40_006]);
  assert.deepEqual([found.statistics.count, found.statistics.median], [5, 40_004]);
  assert.deepEqual([found.verdict, found.function, found.line], ['agrees', 'main', '7']);
  const result = v.safeParse(await job.result(), JSON.parse(JSON.stringify(found)));
  assert.ok(result.success);
  assert.deepEqual(result.output, JSON.parse(JSON.stringify(found)), 'there is nothing that is not described');
});

test('of one that does not each start is timed and compared, and none is better than the worst', async () => {
  const { capture, tool } = saxpy();
  const program = tool();
  const { measured, samples, verdict } = await llvmBenchmark(toldOf({ capture, tool: program, repetitions: 3 }), ignore, signal, ignore);
  assert.equal(readFileSync(`${program}.starts`, 'utf8'), '....');
  assert.deepEqual([measured, samples.length, verdict], ['process', 3, 'agrees']);
  assert.ok(samples.every((ns) => ns > 1e6));
  for (const wrongFrom of [1, 2, 4]) {
    const wrong = await llvmBenchmark(toldOf({ capture, tool: tool({ wrong: 7, wrongFrom }), repetitions: 3 }), ignore, signal, ignore);
    assert.equal(wrong.verdict, 'differs', String(wrongFrom));
  }
});

test('memory that differs is told before the times, and ends with 1', () => {
  const { capture, tool } = saxpy();
  const benchmark = (program: string, ...more: readonly string[]): Outcome =>
    ireereplay('llvm', 'benchmark', `--tool=${program}`, '--repetitions=4', ...more, capture);
  const right = benchmark(tool({ repeats: true }));
  assert.equal(right.status, 0);
  assert.match(
    right.stdout.toString(),
    /^main, line 7: median 40\.00 us \[.*\], MAD .*, 4 samples\ntimes are of launches with their synchronization, .*\nthe first, 900\.00 us, is not among them\n(?:.*\n)*Memory is as recorded, bit for bit: .*\nby .*, LLVM 23\.0\.0\n$/,
  );
  const wrong = benchmark(tool({ repeats: true, wrong: 201.0001 }));
  assert.equal(wrong.status, 1);
  assert.match(wrong.stdout.toString(), /^Memory differs from the recorded launch in 1 word of 4 bytes\..*\nmain, line 7: median /);
  assert.equal(benchmark(tool({ repeats: true, wrong: 201.0001 }), '--type=f32', '--absolute=0.001').status, 0);
  assert.equal((JSON.parse(benchmark(tool(), '--format=json').stdout.toString()) as LlvmMeasurement).measured, 'process');
});

test('a later tool ends with 1 where memory differs, which is no failure of the replay', async () => {
  const { capture, tool } = saxpy();
  const { verdict, sentence, ended, toolVerified } = await llvmVerify(
    {
      capture,
      tool: tool({ repeats: true, wrong: 7 }),
      tolerance: { absolute: 0, relative: 0, ulp: 0, nanEqual: false },
      timeoutMs: 60_000,
    },
    signal,
  );
  assert.deepEqual([verdict, ended.status, toolVerified], ['differs', 1, false]);
  assert.match(sentence, /^Memory differs from the recorded launch in 1 word of 4 bytes/);
});

test('where the tool fails there are no times', async () => {
  const { capture } = saxpy();
  const program = path.join(path.dirname(capture), 'fails');
  writeFileSync(
    program,
    '#!/bin/sh\ncase "$1" in --help) echo "  --repetitions=<uint>";; --version) ;; *) echo "Error: failed to replay kernel" >&2; exit 1;; esac\n',
  );
  chmodSync(program, 0o755);
  await assert.rejects(
    llvmBenchmark(toldOf({ capture, tool: program }), ignore, signal, ignore),
    /^Error: The kernel was not replayed: the tool ended with status 1: Error: failed to replay kernel$/,
  );
  // One that tells fewer times than it was asked for.
  writeFileSync(
    program,
    readFileSync(program, 'utf8').replace('echo "Error: failed to replay kernel" >&2; exit 1', 'echo "Replay time (1): 5 ns"'),
  );
  await assert.rejects(llvmBenchmark(toldOf({ capture, tool: program }), ignore, signal, ignore), /has told 1 times of 21 launches/);
});
