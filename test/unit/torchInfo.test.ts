/** What `ireereplay torch info` says of traces of PyTorch's profiler, beside what Python's json finds in them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { torchInfo } from '../../protocol/jobs/torchInfo';
import type { TorchOperationRow, TorchTraceInfo, TorchTreeRow } from '../../protocol/neighbour/torch';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const TRACES = [
  ...['bert-small-h100', 'bert-small-mi300', 'cpu-odd', 'cpu-train', 'eager-b200', 'gpu-only-mi210', 'normalization'],
  ...['sglang-decode', 'torch-compile-triton', 'vit-h100', 'vllm-graph-execution'],
];

const trace = (name: string): string => fixture(path.join('neighbours', 'pytorch', `${name}.json.gz`));
const unpacked = (name: string): Buffer => gunzipSync(readFileSync(trace(name)));

function told(...args: readonly string[]): { readonly status: unknown; readonly text: string; readonly stderr: string } {
  const { status, stdout, stderr } = ireereplay('torch', 'info', ...args);
  return { status, text: stdout.toString(), stderr };
}

/** The result as JSON: what its schema says, and nothing else. */
async function asJson(...args: readonly string[]): Promise<TorchTraceInfo> {
  const { text, stderr } = told('--format=json', ...args);
  const result = v.safeParse(await torchInfo.result(), JSON.parse(text));
  assert.ok(result.success, `${stderr} ${JSON.stringify(result.issues?.[0])}`);
  assert.deepEqual(result.output, JSON.parse(text), 'nothing is printed that is not described');
  return JSON.parse(text) as TorchTraceInfo;
}

/** What torchTotals.py prints. */
type Totals = Readonly<
  Record<'byOperation' | 'byShape' | 'byKernel' | 'tree' | 'devices', Readonly<Record<string, readonly string[]>>> & {
    bytes: string;
    events: number;
    categories: Readonly<Record<string, number>>;
    operations: number;
    flows: Readonly<Record<string, readonly number[]>>;
    launches: readonly (number | string)[];
  }
>;

const times = (row: TorchOperationRow): readonly string[] =>
  [
    ...[row.count, row.totalNs, row.selfNs, row.callsNs, row.deviceTotalNs, row.deviceSelfNs, row.deviceCount],
    ...[row.backward?.count ?? 0, row.backward?.totalNs ?? 0, row.backward?.deviceTotalNs ?? 0],
  ].map(String);

const sorted = <Value>(entries: readonly (readonly [string, Value])[]): readonly (readonly [string, Value])[] =>
  entries.toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Rows of the tree by the way to them. */
function waysOf(rows: readonly TorchTreeRow[]): readonly (readonly [string, readonly string[]])[] {
  const way: string[] = [];
  return rows.map(({ depth, kind, name, count, totalNs, selfNs, deviceTotalNs, deviceCount }) => {
    way.splice(depth, way.length, `${kind} ${name}`);
    assert.equal(way.length, depth + 1);
    return [way.join('\n'), [count, totalNs, selfNs, deviceTotalNs, deviceCount].map(String)];
  });
}

test('each trace has the events, times and launches that Python finds in it', { timeout: 300_000 }, async () => {
  for (const name of TRACES) {
    const script = path.join(__dirname, 'torchTotals.py');
    const expected = JSON.parse(execFileSync('python3', [script, trace(name)], { maxBuffer: 1 << 28 }).toString()) as Totals;
    const found = await asJson('--most=1000000', trace(name));
    assert.equal(found.bytes, expected.bytes, name);
    assert.equal(found.events, expected.events, name);
    assert.equal(found.operations, expected.operations, name);
    const categories = found.categories.map(({ category, kind, events }) => [`${category} ${kind}`, events] as const);
    assert.deepEqual(Object.fromEntries(categories), expected.categories, name);
    const same = (rows: readonly (readonly [string, readonly string[]])[], of: keyof Totals): void => {
      assert.deepEqual(sorted(rows), sorted(Object.entries(expected[of] as Totals['byKernel'])), `${name} ${of}`);
    };
    same(
      found.byOperation.rows.map((row) => [row.name, times(row)]),
      'byOperation',
    );
    same(
      found.byShape.rows.map((row) => {
        const { inputDims, inputTypes, inputStrides = [], concreteInputs } = row;
        return [JSON.stringify([row.name, inputDims, inputTypes, inputStrides, concreteInputs]), times(row)];
      }),
      'byShape',
    );
    same(
      found.byKernel.rows.map((row) => [`${row.kind} ${row.name}`, [row.count, row.totalNs, row.leastNs, row.mostNs].map(String)]),
      'byKernel',
    );
    same(waysOf(found.tree.rows), 'tree');
    same(
      found.deviceUses.map(({ device, idleUntilCallNs, idleFromCallNs, busyNs, durationNs = '' }) => [
        device,
        [idleUntilCallNs, idleFromCallNs, busyNs, durationNs],
      ]),
      'devices',
    );
    const flows = found.flows.map(({ category, begins, ends, whole }) => [category, [begins, ends, whole]] as const);
    assert.deepEqual(Object.fromEntries(flows), expected.flows, name);
    const launches = found.launches ?? { work: 0, calls: 0, callsNs: '0', medianDelayNs: '0', mostDelayNs: '0', withoutOperation: 0 };
    assert.deepEqual(Object.values(launches), expected.launches, name);
    assert.deepEqual(found.problems, [], name);
  }
});

test('a trace says what it lacks and how to record it', async () => {
  const without = async (name: string): Promise<readonly string[]> =>
    (await asJson(trace(name))).missing.map((one) => one.split(':')[0] ?? '');
  assert.deepEqual(await without('bert-small-h100'), []);
  assert.deepEqual(await without('gpu-only-mi210'), ['operations', 'Python functions', 'memory']);
  assert.deepEqual(await without('cpu-train'), ['shapes of 15 of 146 operations', 'kernels', 'Python functions', 'memory']);
  assert.deepEqual(await without('normalization'), ['shapes of 78 of 978 operations']);
  const graphs = await asJson(trace('sglang-decode'));
  assert.match(graphs.missing[0] ?? '', /^the operations of 5\d\d of 558 kernels, copies and fills, such as those of graphs/);
});

test('the summary has devices, ranks, threads, launches, and the table that is asked for', () => {
  const { status, text } = told('--most=2', trace('eager-b200'));
  assert.equal(status, 0, text);
  assert.match(text, /^22,355 events in 5\.9 MiB, over /);
  assert.match(text, /^device: 8 x NVIDIA B200, 178\.4 GiB, 148 processors$/m);
  assert.match(text, /^rank \d of \d+, nccl$/m);
  assert.match(text, /^operations: 4,809, of \d+ names, 221 with their inputs; 4,805 of them with shapes$/m);
  assert.match(
    text,
    /^device 0: 929 kernels, copies and fills; busy for .* of .*, idle for .* \(\d+\.\d %\): .* until the next call, .* from a call to what it launched$/m,
  );
  assert.match(text, /^launches: 929 by 929 calls, which took .*; begun .* after their call in the median, .* at most$/m);
  assert.match(text, /^ {2}stream {2}0 +7 +932 +/m);
  assert.match(
    text,
    /^by operation: the first 2 of \d+\n {2}operation +count +self +total +in calls +device self +device total\n {2}vllm::moe_forward +36 +/m,
  );
  assert.match(told('--by=shape', trace('cpu-train')).text, /^ {2}aten::convolution_backward +float\[\d+, \d+, \d+, \d+\] float\[/m);
  const tree = told('--by=tree', '--most=40', trace('bert-small-h100')).text;
  const module = '  nn.Module: BertLMHeadModel_0\\n    nn.Module: BertModel_0\\n      nn.Module: BertEncoder_0';
  assert.match(tree.replaceAll(/ {2,}Python function .*/g, ''), new RegExp(module));
  assert.match(tree, /^( +)aten::addmm +operation .*\n\1 {2}cuLaunchKernel +driver call .*\n\1 {4}void cutlass::.* kernel /m);
  assert.match(told('--by=kernel', trace('bert-small-h100')).text, /^ {2}kernel +kind +count +total +mean +least +most$/m);
});

test('tables are comma-separated values, of which each cell can be read back', () => {
  const rows = (by: string): readonly (readonly string[])[] => {
    const { status, text } = told(`--by=${by}`, '--format=csv', '--most=1000000', trace('bert-small-h100'));
    assert.equal(status, 0);
    const read = 'import csv, json, sys; print(json.dumps(list(csv.reader(sys.stdin))))';
    return JSON.parse(execFileSync('python3', ['-c', read], { input: text }).toString()) as readonly (readonly string[])[];
  };
  const [head, ...shapes] = rows('shape');
  assert.deepEqual(head?.slice(0, 6), ['name', 'input_dims', 'input_types', 'input_strides', 'concrete_inputs', 'count']);
  assert.equal(shapes.length, 75);
  const slice = shapes.find(([name, dims]) => name === 'aten::slice' && dims === '[[1,512],[],[],[],[]]');
  assert.equal(slice?.[4], '["","0","0","9223372036854775807","1"]');
  assert.equal(rows('operation').length, 30);
  assert.deepEqual(new Set(rows('kernel').map(({ length }) => length)), new Set([7]));
});

test('a file that is not compressed says the same', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'trace.json');
  writeFileSync(file, unpacked('normalization'));
  assert.deepEqual(await asJson(file), await asJson(trace('normalization')));
  rmSync(folder, { recursive: true });
});

test('a torn trace is shown up to its last whole event, and ends with status 1', async () => {
  const folder = temporaryFolder();
  const text = unpacked('cpu-train');
  const end = text.indexOf('{"ph":"X"', 30_000);
  const torn = path.join(folder, 'torn.json');
  writeFileSync(torn, text.subarray(0, end + 40));
  const { status, text: printed } = told(torn);
  assert.equal(status, 1);
  const message = `it ends early, after byte ${String(end + 40)}: everything that is complete before that point is shown`;
  assert.match(printed, new RegExp(`^error: byte ${String(end - 1).replace(/(\d)(\d{3})$/, '$1,$2')}: ${message}\n`));
  assert.deepEqual((await asJson(torn)).problems, [{ message, offset: String(end - 1) }]);

  // Compressed, and cut off there.
  const packed = path.join(folder, 'torn.json.gz');
  const whole = readFileSync(trace('eager-b200'));
  writeFileSync(packed, whole.subarray(0, whole.length / 2));
  const found = await asJson(packed);
  assert.match(found.problems[0]?.message ?? '', /^it ends early, after byte \d+: everything that is complete before that point is shown$/);
  assert.ok(found.events > 1000 && found.events < 22_355);
  // With bytes that are not what was compressed.
  writeFileSync(packed, Buffer.concat([whole.subarray(0, 400_000), Buffer.alloc(1000, 0xff), whole.subarray(401_000)]));
  assert.match((await asJson(packed)).problems[0]?.message ?? '', /^the file cannot be unpacked to its end: /);
  rmSync(folder, { recursive: true });
});

test('what is no trace ends with a sentence', () => {
  const folder = temporaryFolder();
  const refused = (text: string): string => {
    const file = path.join(folder, 'none.json');
    writeFileSync(file, text);
    const { status, stderr } = told(file);
    assert.equal(status, 1);
    return stderr;
  };
  assert.match(refused(''), /the file is empty/);
  assert.match(
    refused('# Heading'),
    /it is not a trace of PyTorch's profiler: those are JSON, and this file begins with neither \{ nor \[/,
  );
  assert.match(refused('{"version": 3}'), /it is JSON, but not a trace: it has no traceEvents/);
  assert.match(refused('{"traceEvents"'), /the trace ends before its events begin/);
  assert.match(told(path.join(folder, 'nothing.json')).stderr, /nothing\.json/);
  execFileSync('mkfifo', [path.join(folder, 'pipe.json.gz')]);
  assert.match(told(path.join(folder, 'pipe.json.gz')).stderr, /not a regular file/);
  assert.equal(ireereplay('torch', 'nonsense').status, 2);
  assert.match(ireereplay('torch', '--help').stdout.toString(), /torch info +say what is in a trace/);
  rmSync(folder, { recursive: true });
});
