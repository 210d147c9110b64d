import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeMarkers } from './scopeMarkers';

const names = (text: string, language: 'c' | 'python'): readonly string[] => scopeMarkers(text, language).map(({ name }) => name);

test('a call in C or C++ begins a scope, over lines too, and whatever makes its name a view', () => {
  const text = `
    status = iree_hal_replay_recorder_scope_begin(replay_recorder,
                                                  IREE_SV("execute"));
    IREE_ASSERT_OK(iree_hal_replay_recorder_scope_begin(
        recorder, iree_make_cstring_view("two words")));
    recorder_ ? iree_hal_replay_recorder_scope_begin(recorder_, IREE_SV("say \\"it\\"")) : iree_ok_status();`;
  assert.deepEqual(names(text, 'c'), ['execute', 'two words', 'say "it"']);
  const [first] = scopeMarkers(text, 'c');
  assert.equal(
    text.slice(first?.start, first?.end).replaceAll(/\s+/g, ' '),
    'iree_hal_replay_recorder_scope_begin(replay_recorder, IREE_SV("execute"',
  );
});

test('what is only written about begins nothing', () => {
  assert.deepEqual(names('// iree_hal_replay_recorder_scope_begin(r, "a");\n/* iree_hal_replay_recorder_scope_begin(r, "b") */', 'c'), []);
  assert.deepEqual(names('iree_hal_replay_recorder_scope_begin(r, name); puts("c");', 'c'), []);
  assert.deepEqual(names('puts("// "); iree_hal_replay_recorder_scope_begin(r, IREE_SV("d"));', 'c'), ['d']);
  assert.deepEqual(names('iree_hal_replay_recorder_scope_end(r, IREE_SV("e"));', 'c'), []);
  assert.deepEqual(names('iree_hal_replay_recorder_scope_begin(', 'c'), []);
  assert.deepEqual(names('# recorder.scope_begin("a")\n"""recorder.scope_begin("b")"""', 'python'), []);
});

test('a call in Python begins a scope', () => {
  assert.deepEqual(names(`recorder.scope_begin("execute")\nhal.replay_scope_begin(recorder, 'other')  # begins`, 'python'), [
    'execute',
    'other',
  ]);
});
