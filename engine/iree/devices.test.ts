import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fixture } from '../../test/programs';
import { parseDevices } from './devices';

test("devices carry their drivers' names, where these say more than that it is the default", () => {
  assert.deepEqual(parseDevices(readFileSync(fixture('devices/lavapipe.txt'), 'utf8')), [
    { uri: 'local-sync://' },
    { uri: 'local-task://' },
    {
      uri: 'vulkan://GPU-6d65736132322e332e36000000000000',
      name: 'llvmpipe (LLVM 15.0.6, 256 bits) (llvmpipe Mesa 22.3.6 (LLVM 15.0.6))',
    },
  ]);
});

test('a program that prints something else lists no devices', () => {
  assert.deepEqual(parseDevices('iree-run-replay: no such flag\n'), []);
});
