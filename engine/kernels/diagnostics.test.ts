import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDiagnostics } from './diagnostics';

test("reads clang's messages", () => {
  const output = [
    'In file included from kernel.c:1:',
    "/w/kernel.c:12:7: error: use of undeclared identifier 'y'",
    '  x = y;',
    '      ^',
    "/w/kernel.c:3:1: warning: unused variable 'z' [-Wunused-variable]",
    "/w/missing.c:1:10: fatal error: 'nothing.h' file not found",
    '3 errors generated.',
  ].join('\n');
  assert.deepEqual(parseDiagnostics(output, '/work folder'), [
    { severity: 'error', file: '/w/kernel.c', line: 12, column: 7, message: "use of undeclared identifier 'y'" },
    { severity: 'warning', file: '/w/kernel.c', line: 3, column: 1, message: "unused variable 'z' [-Wunused-variable]" },
    { severity: 'error', file: '/w/missing.c', line: 1, column: 10, message: "'nothing.h' file not found" },
  ]);
});

test("reads iree-compile's messages", () => {
  const output =
    'mm.mlir:4:8: error: operation being parsed with an unregistered dialect\n  %0 = foo.bar\n       ^\nmm.mlir:4:8: note: see here';
  assert.deepEqual(
    parseDiagnostics(output, '/work folder').map(({ severity, file, line, column }) => [severity, file, line, column]),
    [
      ['error', '/work folder/mm.mlir', 4, 8],
      ['note', '/work folder/mm.mlir', 4, 8],
    ],
  );
});

test('resolves names from the folder where the compiler ran, whatever it is called', () => {
  const output = ['kernels/[a] b%:1.c:2:3: warning: w', '../up.c:1:1: error: e', 'kernel.s:7: Error: no such instruction: `x'].join('\n');
  assert.deepEqual(
    parseDiagnostics(output, '/w/d').map(({ severity, file, line, column }) => [severity, file, line, column]),
    [
      ['warning', '/w/d/kernels/[a] b%:1.c', 2, 3],
      ['error', '/w/up.c', 1, 1],
      ['error', '/w/d/kernel.s', 7, 1],
    ],
  );
});

test('finds nothing where there is no diagnostic', () => {
  assert.deepEqual(
    parseDiagnostics('<command line>:1:9: error: macro names\nclang: error: no such file\nld.lld: error: undefined symbol: f', '/w'),
    [],
  );
});
