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

// As nvdisasm prints the sections of a cubin.
const NVDISASM = [
  '\t.headerflags\t@"EF_CUDA_SM80"',
  '//--------------------- .text.scale_all                --------------------------',
  '\t.section\t.text.scale_all,"ax",@progbits',
  'scale_all:',
  '        /*0000*/                   EXIT ;',
  '//--------------------- .text.scale                    --------------------------',
  'scale:',
  '\t//## File "/src/scale.cu", line 9',
  '        /*0000*/                   EXIT ;',
  '//--------------------- .nv.shared.scale               --------------------------',
].join('\n');

test('a function of what llvm-objdump prints ends where the next begins', () => {
  assert.equal(functionText('llvmObjdump', OBJDUMP, '_Z6scaleddd'), `${OBJDUMP.split('\n').slice(5, 10).join('\n')}\n`);
  assert.equal(functionText('llvmObjdump', OBJDUMP, 'scale'), '0000000000001100 <scale>:\n\ts_endpgm\n');
});

test('a function of what nvdisasm prints is its section', () => {
  assert.equal(functionText('nvdisasm', NVDISASM, 'scale'), `${NVDISASM.split('\n').slice(5, 9).join('\n')}\n`);
  assert.match(functionText('nvdisasm', NVDISASM, 'scale_all') ?? '', /scale_all:\n.*EXIT ;\n$/);
});

test('a function that is not printed is not made up', () => {
  for (const name of ['scal', 'e', 'main', '']) {
    assert.equal(functionText('llvmObjdump', OBJDUMP, name), undefined);
    assert.equal(functionText('nvdisasm', NVDISASM, name), undefined);
  }
});
