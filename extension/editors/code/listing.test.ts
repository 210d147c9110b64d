import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCapture } from '../../../engine/addon/capture';
import type { GpuExecutableCode } from '../../../protocol/code/code';
import { fixture } from '../../../test/programs';
import { instructionRow, listingOf, moduleListing, rowText } from './listing';

async function codeOf(name: string, executable: string, ordinal: number) {
  const capture = await openCapture(fixture(name));
  try {
    await capture.index();
    return await capture.code.function(executable, ordinal);
  } finally {
    capture.close();
  }
}

test('instructions stand under their lines, which are known by their first row and how much comes of them', async () => {
  const code = await codeOf('small.ireereplay', '4', 0);
  const { head, rows } = listingOf(code);
  assert.equal(head.rows, rows.length);
  assert.equal(rows.filter(({ kind }) => kind === 'instruction').length, code.instructions.length);
  const line = head.lines.find((one) => one.line === 85);
  assert.ok(line !== undefined);
  assert.match(line.path, /elementwise\.c$/);
  assert.equal(line.instructions, 12);
  const first = rows[line.row];
  assert.equal(first?.kind, 'line');
  assert.equal(first.line, head.lines.indexOf(line));
  assert.equal(rows[line.row + 1]?.kind, 'instruction');
});

test('a branch leads to the row of the instruction that it jumps to', async () => {
  const code = await codeOf('models/mm256/mm256.sync.ireereplay', '4', 0);
  const { rows } = listingOf(code);
  const branches = rows.flatMap((row) => (row.kind === 'instruction' && row.target !== undefined ? [row] : []));
  assert.ok(branches.length > 0);
  for (const { operands, target } of branches) {
    const to = rows[target ?? -1];
    assert.equal(to?.kind === 'instruction' && `0x${to.address}`, operands);
  }
});

test('an instruction is found by its address, and none where another function is', async () => {
  const code = await codeOf('models/mm256/mm256.sync.ireereplay', '4', 0);
  const listing = listingOf(code);
  const begin = BigInt(code.function.address);
  for (const { offset, mnemonic } of code.instructions) {
    const row = listing.rows[instructionRow(listing, String(begin + BigInt(offset))) ?? -1];
    assert.equal(row?.kind === 'instruction' && row.mnemonic, mnemonic);
  }
  assert.equal(instructionRow(listing, String(begin - 1n)), null);
});

test('loops are bracketed from where they begin to where they repeat', async () => {
  const { head, rows } = listingOf(await codeOf('models/mm256/mm256.sync.ireereplay', '4', 0));
  const begin = head.loops[2]?.row ?? -1;
  const end = rows.findIndex((row) => row.kind === 'instruction' && row.repeats === 2);
  assert.ok(begin > 0 && end > begin);
  rows.forEach((row, index) => {
    assert.ok(row.kind !== 'text');
    assert.equal(row.kind === 'instruction' && row.begins === 2, index === begin);
    const expected = index < begin || index > end ? undefined : index === begin ? 'first' : index === end ? 'last' : 'inside';
    assert.equal(row.brackets?.[2], expected, `row ${String(index)}`);
  });
  const repeats = rows[end];
  assert.equal(repeats?.kind === 'instruction' && repeats.target, begin);
});

test('loops in loops are brackets in brackets', async () => {
  const { head, rows } = listingOf(await codeOf('models/mm256/mm256.sync.ireereplay', '4', 0));
  assert.ok(head.loops.length > 1);
  for (const [index, { parent, depth, row }] of head.loops.entries()) {
    assert.ok(parent === undefined || parent < index);
    const first = rows[row];
    assert.ok(first?.kind === 'instruction');
    assert.equal(first.begins, index);
    assert.equal(first.brackets?.length, depth);
    assert.equal(first.address, head.loops[index]?.address);
    // Over it stands what is said of the loop, in what is around.
    const over = rows[row - 1];
    assert.ok(over?.kind === 'loop');
    assert.equal(over.begun, index);
    assert.equal(over.loop, parent);
  }
});

test('instructions are told by what they are, and how wide they compute', async () => {
  const { rows } = listingOf(await codeOf('models/mm256/mm256.sync.ireereplay', '4', 0));
  const of = (mnemonic: string): ReturnType<typeof rows.find> =>
    rows.find((row) => row.kind === 'instruction' && row.mnemonic.startsWith(mnemonic));
  const multiply = of('mulps') ?? of('vfmadd') ?? of('vmulps');
  assert.ok(
    multiply?.kind === 'instruction' && multiply.group === 'float' && (multiply.vectorBits ?? 0) >= 128 && (multiply.lanes ?? 0) > 1,
  );
  const push = of('push');
  assert.ok(push?.kind === 'instruction' && push.vectorBits === undefined);
});

test('what was read from a pipe is the source that the function is said to be from', async () => {
  const { head, rows } = listingOf(await codeOf('models/mm256/mm256.sync.ireereplay', '4', 0));
  assert.deepEqual(
    head.lines.map(({ path, line }) => [path.split('/').at(-1), line]),
    [
      ['mm256.mlir', 1],
      ['mm256.mlir', 2],
    ],
  );
  const [heading, push] = rows.map((row) => rowText(row, head.lines));
  assert.equal(heading, `${head.lines[0]?.path ?? ''}:1`);
  assert.match(push ?? '', /^ {6}f9d0 {2}push +rbp$/);
});

const entry = {
  name: 'scale',
  ordinal: 0,
  entryPoint: 'scale',
  module: 0,
  sharedMemory: 0,
  constants: 0,
  bindingFlags: [],
  bindings: [],
  stages: [],
};
const gpu: GpuExecutableCode = {
  ...{ kind: 'gpu', format: 'vulkan-spirv-fb', container: 'VKE1', functions: [entry], sources: [] },
  modules: [{ kind: 'SPIR-V', bytes: 64, capabilities: [1], entryPoints: [] }],
};

test("a module's text begins at the function, and its lines are those that it names", () => {
  const text = [
    'OpCapability Shader',
    '%5 = OpString "scale.mlir"',
    '%scale = OpFunction %void None %3',
    'OpLine %5 12 3',
    '%7 = OpFMul %float %6 %6',
    '',
  ];
  const { head, rows } = moduleListing(gpu, entry, { module: 0, kind: 'SPIR-V', program: 'spirv-dis', text: text.join('\n') });
  assert.equal(head.start, 2);
  assert.equal(rows.length, 5);
  assert.deepEqual(head.lines, [{ path: 'scale.mlir', line: 12, row: 3, instructions: 2 }]);
  assert.deepEqual(rows[4], { kind: 'text', text: text[4], line: 0 });
});

test('a module without a text says why', () => {
  const { head, rows } = moduleListing(gpu, entry, { module: 0, kind: 'SPIR-V', problem: 'spirv-dis is not there' });
  assert.equal(head.problem, 'spirv-dis is not there');
  assert.deepEqual(rows, []);
  assert.equal(moduleListing(gpu, { ...entry, module: 3 }, undefined).head.problem, 'The container has no such module.');
});
