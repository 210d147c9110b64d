import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offloadLibrary } from './offloadLibrary';

test('the library has the version of LLVM in its name', () => {
  const listed = `	linux-vdso.so.1 (0x00007ffd)
	libomp.so.5 => /usr/lib/x86_64-linux-gnu/libomp.so.5 (0x00007f5d)
	libomptarget.so.16 => not found
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f5d)
`;
  assert.deepEqual(offloadLibrary(listed), { name: 'libomptarget.so.16', version: 16 });
  assert.deepEqual(offloadLibrary('\tlibomptarget.so.19.1 => /usr/lib/llvm-19/lib/libomptarget.so.19.1 (0x00007f5d)\n'), {
    ...{ name: 'libomptarget.so.19.1', version: 19, place: '/usr/lib/llvm-19/lib/libomptarget.so.19.1' },
  });
});

test('a name without a version tells none', () => {
  assert.deepEqual(offloadLibrary('\tlibomptarget.so => /opt/lib/libomptarget.so (0x0)\n'), {
    ...{ name: 'libomptarget.so', place: '/opt/lib/libomptarget.so' },
  });
});

test('a program without it, and what is no program, have none', () => {
  assert.equal(offloadLibrary('\tlibc.so.6 => /lib/libc.so.6 (0x0)\n'), undefined);
  assert.equal(offloadLibrary('\tnot a dynamic executable\n'), undefined);
});
