import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KernelLine } from '../../protocol/processes/languageServer';
import { DEFAULT_SETTINGS } from '../../protocol/replay/replay';
import type { KernelTime } from './kernelTimes';
import { byLine, byShare, together, type KnownKernel } from './lineKernels';

/** Of a benchmark where a scope is given, else of a profile. */
interface Taken {
  readonly share: number;
  readonly run?: string;
  readonly scope?: string;
  readonly device?: string;
}

const time = ({ share, run = 'first', scope, device = 'local-sync' }: Taken): KernelTime =>
  ({
    ...{ ns: 1n, share, run: { id: run, settings: { ...DEFAULT_SETTINGS, device } } },
    ...(scope === undefined ? {} : { part: { scope } }),
  }) as unknown as KernelTime;

const kernel = (name: string, line: number, launches = '1'): KernelLine => ({
  ...{ capture: '/w/a.ireereplay', executable: '4', ordinal: 0, name, line, modified: 0 },
  ...(launches === '0' ? {} : { launches }),
});

const timed = (name: string, taken: Taken, line = 7): KnownKernel => ({ kernel: kernel(name, line), time: time(taken) });
const names = (kernels: readonly KnownKernel[]): string => kernels.map((one) => one.kernel.name).join(' ');

test('kernels are in the order of their shares, those without times last', () => {
  const [a, b, none, c] = [
    timed('a', { share: 0.1 }),
    timed('b', { share: 0.5 }),
    { kernel: kernel('none', 7) },
    timed('c', { share: 0 }),
  ] as const;
  assert.equal(names(byShare([a, none, b, c])), 'b a c none');
  const lines = byLine([none, timed('other', { share: 0.2 }, 3), a, b]);
  assert.deepEqual(lines.map(names), ['b a none', 'other']);
});

test('shares of one run have a sum', () => {
  const sum = together([timed('a', { share: 0.25 }), timed('b', { share: 0.5 }), { kernel: kernel('never', 7, '0') }]);
  assert.deepEqual([sum?.share, sum?.scope, sum?.isAtMost], [0.75, undefined, false]);
});

test('in a benchmark on several threads they may have run side by side', () => {
  const of = (device: string): ReturnType<typeof together> =>
    together([timed('a', { share: 0.75, scope: 'execute', device }), timed('b', { share: 0.5, scope: 'execute', device })]);
  assert.deepEqual([of('local-task')?.share, of('local-task')?.scope, of('local-task')?.isAtMost], [1, 'execute', true]);
  assert.equal(of('local-sync')?.isAtMost, false);
});

test('shares of several runs or scopes have none, nor has what is not known of each', () => {
  const a = timed('a', { share: 0.25, scope: 'execute' });
  for (const other of [
    timed('b', { share: 0.5, scope: 'execute', run: 'second' }),
    timed('b', { share: 0.5, scope: 'init' }),
    timed('b', { share: 0.5 }),
    { kernel: kernel('b', 7) },
    { kernel: { ...kernel('b', 7), namesake: true as const }, time: time({ share: 0.5, scope: 'execute' }) },
  ])
    assert.equal(together([a, other]), undefined);
  assert.equal(together([{ kernel: kernel('a', 7) }, { kernel: kernel('b', 7) }]), undefined);
});
