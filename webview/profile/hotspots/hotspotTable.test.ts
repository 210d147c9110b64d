import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hotspots, SampledShare } from '../../../protocol/code/hotspots';
import { exportedTable, shownRows, type GridRow } from '../../widgets/gridRows';
import { WHOLE_NAMES } from '../../widgets/shortNames';
import { csv } from '../../widgets/tables';
import { findHotspot } from './findHotspot';
import { actOnHotspot } from './hotspotAct';
import { hotspotTable } from './hotspotTable';

const share = (samples: number): SampledShare => ({
  ...{ samples, share: samples / 100, low: samples / 100 - 0.01, high: samples / 100 + 0.01, tooFew: samples < 10 },
});
const load = { address: '4096', text: 'movss xmm0, [rax]', kind: 'load', ...share(9) };
const multiply = { address: '4104', text: 'mulss xmm0, xmm1', kind: 'arithmetic', ...share(20) };
const exponential = { address: '45936', text: 'cvtss2sd xmm3, xmm0', kind: 'arithmetic', ...share(40) };
const line = { path: 'model/block.mlir', line: 41, ...share(70), instructions: [load, multiply] };
const called = { name: 'function at 0xb370', address: '45936', ...share(40), instructions: [exponential] };
const loop = {
  address: '4096',
  function: 'softmax',
  functionAddress: '4096',
  index: 1,
  parent: 0,
  path: 'model/block.mlir',
  firstLine: 41,
  lastLine: 43,
  ...share(75),
};
const inCalled = {
  address: '45936',
  function: 'exp',
  functionAddress: '45936',
  index: 0,
  path: '',
  firstLine: 0,
  lastLine: 0,
  ...share(30),
};
const kernel = {
  ...{ name: 'softmax', executable: '4', function: 6, address: '4096', ...share(90), record: 46, via: 306 },
  ...{ lines: [line], functions: [called], bodies: [{ name: 'softmax', address: '4096', bytes: 64, ...share(29) }] },
  loops: [loop, inCalled, { ...loop, index: 2, ...share(0) }],
};
const hotspots: Hotspots = {
  ...{ samples: 100, inKernels: 90, inLibraries: 0, elsewhere: 10, notes: [], frames: [] },
  kernels: [kernel, { ...kernel, function: 16, name: 'other', ...share(3), lines: [], functions: [], loops: [] }],
};
const table = hotspotTable(hotspots, WHOLE_NAMES);
const all = (rows: readonly GridRow[]): readonly GridRow[] => rows.flatMap((row) => [row, ...all(row.children ?? [])]);
const open = new Set(all(table.rows).map(({ key }) => key));
const shown = (filter: string): readonly string[] =>
  shownRows(table, { filter, open }).map(({ row, level }) => `${'  '.repeat(level - 1)}${row.cells.map(({ text }) => text).join('|')}`);

test('kernels open into loops, lines and code without lines, those into instructions, the most samples first', () => {
  assert.deepEqual(shown(''), [
    'softmax|90.0 %|89.0 – 91.0 %|90|kernel',
    '  loop 2, inside loop 1 at block.mlir:41-43|75.0 %|74.0 – 76.0 %|75|loop',
    '  model/block.mlir:41|70.0 %|69.0 – 71.0 %|70|line',
    '    1008 mulss xmm0, xmm1|20.0 %|19.0 – 21.0 %|20|arithmetic',
    '    1000 movss xmm0, [rax]|too few||9|load',
    '  function at 0xb370, no lines|40.0 %|39.0 – 41.0 %|40|function',
    '    b370 cvtss2sd xmm3, xmm0|40.0 %|39.0 – 41.0 %|40|arithmetic',
    '  loop 1 of exp from b370|30.0 %|29.0 – 31.0 %|30|loop',
    'other|too few||3|kernel',
  ]);
});

test('the filter knows shares and kinds', () => {
  assert.deepEqual(
    shown('kind:load').map((row) => row.trim().split('|')[0]),
    ['softmax', 'model/block.mlir:41', '1000 movss xmm0, [rax]'],
  );
  assert.deepEqual(
    shown('share:<5%').map((row) => row.split('|')[0]),
    ['other'],
  );
});

test('what is exported has numbers', () => {
  assert.match(csv(exportedTable(table, { filter: '', open: new Set() })), /\r\nsoftmax,0\.9,89\.0 – 91\.0 %,90,kernel\r\n/);
});

test('each row leads to its record, its line or its machine code', () => {
  const acts = all(table.rows).map(({ key }) => {
    const found = findHotspot(hotspots, key);
    const { label, about } = found === undefined ? { label: 'none', about: {} } : actOnHotspot(found);
    return `${label} ${JSON.stringify(about)}`;
  });
  const record = '"record":46,"via":306';
  const kernel = '"kernel":{"name":"softmax","executable":"4","function":6,"lines":[{"path":"model/block.mlir","line":41}]}';
  assert.deepEqual(acts, [
    `Show Record {${record}}`,
    'Show Disassembly {}',
    `Show Source {${record},"place":{"path":"model/block.mlir","line":41},${kernel}}`,
    'Show Disassembly {}',
    'Show Disassembly {}',
    'Show Disassembly {}',
    // In code of no known function, which only the document has.
    `Show Disassembly {${kernel}}`,
    'Show Disassembly {}',
    `Show Record {${record}}`,
  ]);
  assert.equal(findHotspot(hotspots, 'k5.6'), undefined);
});
