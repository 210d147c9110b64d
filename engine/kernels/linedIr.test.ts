import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instructionLines } from './linedIr';

test('instructions of LLVM IR are the lines of bodies that are no labels, comments or cases', () => {
  const text = [
    '; ModuleID = "a"',
    'define i32 @f(i32 %0) {',
    '  switch i32 %0, label %b [',
    '    i32 0, label %a',
    '  ]',
    '',
    'a:                                                ; preds = %1',
    '  br label %b',
    '"b c":',
    '  ret i32 0 ; done',
    '}',
    'declare void @g()',
    'define void @h() {',
    '  ret void',
    '}',
  ].join('\n');
  assert.deepEqual(instructionLines(text), [3, 8, 10, 14]);
});
