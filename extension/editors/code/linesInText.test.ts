import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GpuModule } from '../../../protocol/code/code';
import { linesInText } from './linesInText';

const lines = (kind: GpuModule['kind'], text: string): readonly (string | undefined)[] =>
  linesInText(kind, text.split('\n')).map((place) => (place === undefined ? undefined : `${place.path}:${String(place.line)}`));

test('a line of SPIR-V holds to the end of its block', () => {
  const text = ['%5 = OpString "a.mlir"', 'OpLine %5 12 3', '%7 = OpFAdd %float %6 %6', 'OpBranch %9', '%9 = OpLabel', 'OpNoLine'].join(
    '\n',
  );
  assert.deepEqual(lines('SPIR-V', text), [undefined, 'a.mlir:12', 'a.mlir:12', 'a.mlir:12', undefined, undefined]);
});

test('a line of a file that SPIR-V does not name is not known', () => {
  assert.deepEqual(lines('SPIR-V', 'OpLine %5 12 3\n%7 = OpFAdd %float %6 %6'), [undefined, undefined]);
});

test('PTX names its files at the end', () => {
  assert.deepEqual(lines('PTX', '.loc 1 7 1\nadd.f32 %f1, %f2, %f3;\n}\n.file 1 "scale.cu"'), [
    'scale.cu:7',
    'scale.cu:7',
    undefined,
    undefined,
  ]);
});

test('nvdisasm names file and line over the instructions', () => {
  const text = '\t//## File "/src/scale.cu", line 9\n        /*0000*/ MOV R1, c[0x0][0x28] ;';
  assert.deepEqual(lines('PTX', text), ['/src/scale.cu:9', '/src/scale.cu:9']);
});

test('llvm-objdump names them over the instructions, and another symbol begins with none', () => {
  const text = '0000 <scale>:\n; scale():\n; /src/scale.hip:4\n\tv_add_f32 v0, v1, v2\n0040 <other>:\n\ts_endpgm';
  assert.deepEqual(lines('HSACO', text), [undefined, undefined, '/src/scale.hip:4', '/src/scale.hip:4', undefined, undefined]);
});

test('LLVM IR names a location at each instruction, which is told at its end', () => {
  const texts = [
    'define dso_local double @scaled(double noundef %0) #0 !dbg !7 {',
    '  %2 = fmul double %0, 2.5, !dbg !11',
    '  ret double %2, !dbg !13',
    '}',
    '!7 = distinct !DISubprogram(name: "scaled", scope: !8, file: !8, line: 5, unit: !0)',
    '!8 = !DIFile(filename: "scale.cpp", directory: "/src", checksumkind: CSK_MD5)',
    '!9 = !DIFile(filename: "/include/by.h", directory: "/src")',
    '!10 = distinct !DILexicalBlock(scope: !7, file: !9, line: 2, column: 3)',
    '!11 = !DILocation(line: 6, column: 12, scope: !7)',
    '!12 = distinct !DILocation(line: 7, scope: !7)',
    '!13 = !DILocation(line: 3, column: 1, scope: !10, inlinedAt: !12)',
  ];
  const places = linesInText('LLVM IR', texts).map((place) => (place === undefined ? '' : `${place.path}:${String(place.line)}`));
  assert.deepEqual(places.slice(0, 4), ['/src/scale.cpp:5', '/src/scale.cpp:6', '/include/by.h:3', '']);
  assert.deepEqual(new Set(places.slice(4)), new Set(['']));
  assert.deepEqual(linesInText('LLVM IR', texts.slice(0, 4)), [undefined, undefined, undefined, undefined]);
});
