import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExecutableCode } from '../../protocol/code/code';
import { fixture } from '../../test/programs';
import { openCapture } from '../addon/capture';
import { editableStages, editableText } from './editableSources';

type Part = Pick<ExecutableCode, 'functions' | 'sources'>;

/** An executable that embeds `sources`, with functions that are in the stages named. */
function executable(sources: readonly string[], ...functions: readonly Readonly<Record<string, string>>[]): Part {
  return {
    sources: sources.map((path) => ({ path, bytes: 1 })),
    functions: functions.map((stages, ordinal) => ({
      name: `f${String(ordinal)}`,
      ordinal,
      address: '0',
      stages: Object.entries(stages).map(([stage, path]) => ({ stage, location: { path, line: 1 } })),
    })),
  };
}

test('a stage can be edited where it has the source of every function', () => {
  const part = executable(
    ['b.source', 'a.source', 'b.configured'],
    { '0.source': 'a.source', '1.configured': 'a.configured' },
    { '0.source': 'b.source', '1.configured': 'b.configured' },
  );
  assert.deepEqual(editableStages(part), [{ stage: '0.source', sources: [1, 0] }]);
});

test('functions of one source have it once, and what is not exported needs none', () => {
  const part = executable(['ab.source'], { '0.source': 'ab.source' }, { '0.source': 'ab.source' });
  const query = { name: 'iree_hal_executable_library_query', address: '0', stages: [] };
  assert.deepEqual(editableStages({ ...part, functions: [...(part.functions as never[]), query] }), [{ stage: '0.source', sources: [0] }]);
  assert.deepEqual(editableStages(executable([], {})), []);
});

test('an executable with its MLIR can be edited at every stage', async () => {
  const capture = await openCapture(fixture('models/mm256/mm256.sync.ireereplay'));
  await capture.index();
  const code = await capture.code.executable('4');
  const stages = editableStages(code);
  assert.deepEqual(
    stages.map(({ stage }) => stage),
    ['0.source', '1.configured', '2.translated'],
  );
  for (const { sources } of stages) {
    const texts = await Promise.all(sources.map(async (index) => new TextDecoder().decode(await capture.code.source('4', index))));
    const text = editableText(texts);
    assert.match(text, /^hal\.executable public @matmul_dispatch_0 \{\n/);
    assert.doesNotMatch(text, /\bloc\(|sources\(/);
    assert.equal(text.split('\n').length, (texts[0] ?? '').trimEnd().split('\n').length + 1);
  }
  capture.close();
});

test('places are left out, whatever is in them, and nothing else is', () => {
  const before = [
    'func.func @"a loc(1)"(%arg0: index loc("x).mlir":1:2), %arg1: index loc(unknown)) {',
    '  %0 = "op"() {name = "loc(here)", where = loc("x":1:1), all = [loc("y":1:1), loc(unknown)]} : () -> index loc(callsite("a":1:1 at "b(":2:2))',
    '  // of loc(unknown)',
    '} loc(fused<#di>["a":1:1, callsite("b":1:1 at "c":1:1)])',
    '#loc = loc("x":1:1)',
  ].join('\n');
  assert.equal(
    editableText([before]),
    [
      'func.func @"a loc(1)"(%arg0: index, %arg1: index) {',
      '  %0 = "op"() {name = "loc(here)", where = loc("x":1:1), all = [loc("y":1:1), loc(unknown)]} : () -> index',
      '  // of loc(unknown)',
      '}',
      '#loc = loc("x":1:1)',
      '',
    ].join('\n'),
  );
});

test('what is cut short is left as it is', () => {
  assert.equal(editableText(['%0 = "op"() : () -> index loc("x":1']), '%0 = "op"() : () -> index loc("x":1\n');
});
