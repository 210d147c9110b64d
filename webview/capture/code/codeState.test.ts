import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { CaptureHost } from '../../../protocol/capture/capture';
import type { KernelChoice, KernelSources, ListingHead, RecordCode } from '../../../protocol/code/kernelCode';
import type { Calls } from '../../../protocol/base/rpc';
import { createCodeState } from './codeState';

const record = (executable: string, called?: number): RecordCode => ({
  executable,
  format: 'embedded-elf-x86_64',
  functions: [0, 1].map((ordinal) => ({ ordinal, name: `f${String(ordinal)}` })),
  functionCount: 2,
  ...(called === undefined ? {} : { called }),
});
const head = ({ executable, ordinal }: KernelChoice): ListingHead => ({
  name: `${executable}.${String(ordinal)}`,
  rows: 600,
  start: 0,
  lines: [],
  loops: [],
  notes: [],
});
const sources: KernelSources = {
  name: 'f',
  sources: [
    { kind: 'file', path: '/build/a.mlir', file: '/here/a.mlir' },
    { kind: 'embedded', path: 'a.0.source.mlir', index: 0, stage: '0.source' },
  ],
};

/** A host that answers, and what it was asked. */
function host(codes: Readonly<Record<number, RecordCode | null>>) {
  const asked: string[] = [];
  const calls = {
    recordCode: ({ record: number }: { record: number }) => Promise.resolve(codes[number] ?? null),
    listing: (choice: KernelChoice) => {
      asked.push(`listing ${choice.executable}.${String(choice.ordinal)}`);
      return Promise.resolve(head(choice));
    },
    listingRows: ({ start, count }: { start: number; count: number }) => {
      asked.push(`rows ${String(start)}+${String(count)}`);
      return Promise.resolve({
        start,
        total: 600,
        rows: Array.from({ length: count }, (_, i) => ({ kind: 'text', text: String(start + i) })),
      });
    },
    sources: () => Promise.resolve(sources),
    sourceRows: ({ source }: { source: number }) => {
      asked.push(`source ${String(source)}`);
      return Promise.resolve({ start: 0, total: 1, rows: [`text ${String(source)}`] });
    },
  };
  return { asked, host: calls as unknown as Calls<CaptureHost> };
}

test('of a dispatch the function that it calls is shown, of an executable the one that is chosen', async () => {
  const { host: calls, asked } = host({ 17: record('4', 1), 11: record('4') });
  const state = createCodeState(
    () => ({ host: calls }),
    () => undefined,
  );
  const settled = async (number: number): Promise<void> => {
    state.want(number);
    await turn();
    state.want(number);
    await turn();
  };
  await settled(17);
  assert.equal(state.listing.value?.name, '4.1');
  await settled(11);
  assert.equal(state.listing.value.name, '4.0');
  state.chooseFunction(1);
  await settled(11);
  assert.equal(state.listing.value.name, '4.1');
  assert.deepEqual(asked, ['listing 4.1', 'listing 4.0', 'listing 4.1']);
});

test('rows are read in pages, and only those that are wanted', async () => {
  const { host: calls, asked } = host({ 17: record('4', 0) });
  const state = createCodeState(
    () => ({ host: calls }),
    () => undefined,
  );
  state.want(17);
  await turn();
  state.want(17);
  await turn();
  const { rows } = state;
  await turn();
  assert.equal(rows?.total, 600);
  rows.want(590, 600);
  await turn();
  assert.deepEqual(rows.row(599), { kind: 'text', text: '599' });
  assert.deepEqual(asked, ['listing 4.0', 'rows 0+256', 'rows 512+256']);
});

test('a record without code has none, and the source that was chosen stays chosen for the next kernel', async () => {
  const { host: calls, asked } = host({ 17: record('4', 0), 18: record('4', 1), 19: null });
  const state = createCodeState(
    () => ({ host: calls }),
    () => undefined,
  );
  const settled = async (number: number): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      state.want(number);
      await turn();
    }
  };
  await settled(17);
  state.chooseSource(1);
  const { text } = state;
  await turn();
  assert.equal(text?.row(0), 'text 1');
  await settled(18);
  assert.equal(state.source?.source.path, 'a.0.source.mlir');
  await settled(19);
  assert.equal(state.choice, undefined);
  assert.deepEqual(
    asked.filter((one) => one.startsWith('source')),
    ['source 1'],
  );
});
