import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functionText } from './functionText';

// As llvm-objdump 14 prints code for gfx906, without what follows the addresses.
const OBJDUMP = [
  '',
  'module:\tfile format elf64-amdgpu',
  '',
  'Disassembly of section .text:',
  '',
  '0000000000001000 <_Z6scaleddd>:',
  '; _Z6scaleddd():',
  '; /src/scale.cpp:6',
  '\tv_mul_f64 v[0:1], v[0:1], v[2:3]',
  '\ts_setpc_b64 s[30:31]',
  '',
  '0000000000001100 <scale>:',
  '\ts_endpgm',
  '',
  'Disassembly of section .fini:',
  '',
].join('\n');

// As nvdisasm 12.4 prints a cubin of ptxas, which puts what a kernel calls behind it.
const NVDISASM = [
  '//--------------------- .text.scale_all                --------------------------',
  '        .global         scale_all',
  'scale_all:',
  '.text.scale_all:',
  '        /*0000*/                   EXIT ;',
  '',
  '//--------------------- .text.scale                    --------------------------',
  '\t.section\t.text.scale,"ax",@progbits',
  '        .global         scale',
  '        .type           scale,@function',
  'scale:',
  '.text.scale:',
  '\t//## File "/src/scale.c", line 4',
  '        /*00a0*/                   CALL.REL.NOINC `($scale$scaled) ;',
  '        .global         $scale$scaled',
  '        .type           $scale$scaled,@function',
  '$scale$scaled:',
  '        /*0160*/                   DMUL R2, R2, 2.5 ;',
  '.L_x_1:',
  '        /*0180*/                   BRA `(.L_x_1);',
].join('\n');

test('a function of what llvm-objdump prints ends where the next begins', () => {
  assert.equal(functionText('llvmObjdump', OBJDUMP, '_Z6scaleddd'), `${OBJDUMP.split('\n').slice(5, 10).join('\n')}\n`);
  assert.equal(functionText('llvmObjdump', OBJDUMP, 'scale'), '0000000000001100 <scale>:\n\ts_endpgm\n');
});

test('a function of what nvdisasm prints ends where its section does, or where the next is declared', () => {
  const part = (from: number, to: number): string => `${NVDISASM.split('\n').slice(from, to).join('\n')}\n`;
  assert.equal(functionText('nvdisasm', NVDISASM, 'scale_all'), part(2, 5));
  assert.equal(functionText('nvdisasm', NVDISASM, 'scale'), part(10, 14));
  assert.equal(functionText('nvdisasm', NVDISASM, '$scale$scaled'), part(16, 20));
});

test('a function that is not printed is not made up', () => {
  for (const name of ['scal', 'e', 'main', '']) {
    assert.equal(functionText('llvmObjdump', OBJDUMP, name), undefined);
    assert.equal(functionText('nvdisasm', NVDISASM, name), undefined);
  }
});
