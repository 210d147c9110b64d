/** Verifications by the user's IREE: what runs leave decides, whatever the tool says. A script stands for it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { verifyByIree } from '../../engine/jobs/verifyByIree';
import { verify } from '../../protocol/jobs/verify';
import { fixture, temporaryFolder } from '../programs';
import { toolsThat, WRITES } from './scriptedIree';

const folder = temporaryFolder();
const small = fixture('small.ireereplay');

/** What a verification of the capture by such a tool says, run to run or against another device. */
async function verified(name: string, script: string, asked: { readonly againstDevices?: readonly string[] } = {}): Promise<string> {
  const { folder: setting } = toolsThat(folder, name, script);
  const run = { capture: small, devices: ['vulkan'], fileRemaps: [], iree: { setting, path: '' } };
  const { agrees, deterministic, sentence } = await verifyByIree(
    v.parse(verify.options, { run, ...asked }),
    () => undefined,
    AbortSignal.timeout(60_000),
  );
  return `${String(agrees)}, ${String(deterministic)}: ${sentence}`;
}

test('what is the same in each run agrees, and what differs does not', async () => {
  assert.match(await verified('same', WRITES), /^true, true: The outputs agree with those of another run, bit for bit, in 1 buffer\.$/);
  const counts = 'count=$(cat "$0.count" 2>/dev/null || echo 0); echo $((count + 1)) > "$0.count"';
  const byCount = (seek: number): string =>
    `${counts}; for file in "$files"/*.bin; do printf %s "$count" | dd of="$file" bs=1 seek=${String(seek)} conv=notrunc 2>/dev/null; done`;
  assert.match(await verified('differs', byCount(0)), /^false, false: The outputs differ from those of another run in 1 of 1 buffer: /);
  // Results of 16 bytes each: the last word may end in bytes that nothing writes.
  assert.match(
    await verified('ends', byCount(13)),
    /^false, false: Nothing is known about the outputs: all that differs is the last bytes /,
  );
  assert.match(await verified('word', byCount(12)), /^false, false: The outputs differ /);
  const other = await verified(
    'devices differ',
    `case "$1" in *cuda) count=1;; *) count=2;; esac; ${byCount(0).replace(`${counts}; `, '')}`,
    {
      againstDevices: ['cuda'],
    },
  );
  assert.match(other, /^false, true: The outputs differ from the other device's in 1 of 1 buffer: .*: expected 0x31, got 0x32\.$/);
  const unsteady = await verified('unsteady', byCount(0), { againstDevices: ['cuda'] });
  assert.match(unsteady, /^false, false: Nothing is known about the outputs: the other device leaves other results from run to run\.$/);
});
