/** Traces of PyTorch's profiler as the addon reads them: operations, and traces that were damaged. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { torchInfo } from '../../protocol/jobs/torchInfo';
import type { TorchOperation } from '../../protocol/torch/operation';
import { fixture, temporaryFolder } from '../../test/programs';
import { readTorchTrace, type TorchTimeline } from './torch';

const trace = (name: string): string => fixture(path.join('neighbours', 'pytorch', `${name}.json.gz`));
const unpacked = (name: string): string => gunzipSync(readFileSync(trace(name))).toString();

interface RawEvent {
  readonly name: string;
  readonly cat?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

test('operations have name, inputs and count as the trace has them', async () => {
  for (const name of ['eager-b200', 'normalization', 'cpu-odd']) {
    const { traceEvents } = JSON.parse(unpacked(name)) as { readonly traceEvents: readonly RawEvent[] };
    const expected = new Map<string, TorchOperation>();
    let without = 0;
    for (const { name: operation, args = {} } of traceEvents.filter(({ cat }) => cat === 'cpu_op')) {
      if (args['Input Dims'] === undefined) {
        without++;
        continue;
      }
      const { 'Input Dims': inputDims = [], 'Input type': inputTypes = [], 'Concrete Inputs': concreteInputs = [] } = args;
      const strides = args['Input Strides'];
      const key = JSON.stringify([operation, inputDims, inputTypes, strides, concreteInputs]);
      const inputs = { inputDims, inputTypes: inputTypes as string[], concreteInputs: concreteInputs as string[] };
      const first = { externalId: args['External id'] as number, ...(strides === undefined ? {} : { inputStrides: strides }) };
      expected.set(key, { name: operation, ...inputs, ...first, ...expected.get(key), count: (expected.get(key)?.count ?? 0) + 1 });
    }
    const found = await (await readTorchTrace(trace(name))).operations();
    assert.deepEqual(found, { operations: [...expected.values()], withoutShapes: without, problems: [] }, name);
  }
});

/** The members of all objects the other way round: arguments come before what they are of, and events before what is beside them. */
const reversed = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value;

test('a trace says the same however its JSON is written', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'written.json');
  const text = unpacked('bert-small-h100');
  const parsed: unknown = JSON.parse(text);
  const expected = await (await readTorchTrace(trace('bert-small-h100'))).describe(100_000);
  for (const written of [JSON.stringify(parsed, undefined, 2), JSON.stringify(parsed, reversed)]) {
    writeFileSync(file, written);
    assert.deepEqual({ ...(await (await readTorchTrace(file)).describe(100_000)), bytes: expected.bytes }, expected);
  }
  rmSync(folder, { recursive: true });
});

/** Numbers that are the same in every run. */
function* chances(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

type Damaging = (text: string, chance: () => number) => string | Buffer;

const WRONG = ['"text"', '[]', '{}', 'null', '-1', '1e400', 'true', '', '99999999999999999999', '"\\ud800"'];

const DAMAGES: Readonly<Record<string, Damaging>> = {
  cut: (text, chance) => text.slice(0, Math.floor(chance() * text.length)),
  bytes: (text, chance) => {
    const bytes = Buffer.from(text);
    for (let times = 0; times < 5; times++) bytes[Math.floor(chance() * bytes.length)] = Math.floor(chance() * 256);
    return bytes;
  },
  'wrong types': (text, chance) =>
    text.replaceAll(/(?<=:)(?:-?\d+(?:\.\d+)?|"[^"]*")(?=[,}])/g, (value) =>
      chance() < 0.01 ? (WRONG[Math.floor(chance() * WRONG.length)] ?? '') : value,
    ),
  'left out': (text, chance) => text.replaceAll(/"(?:ts|dur|ph|name|cat|pid|tid)":[^,]*,/g, (member) => (chance() < 0.01 ? '' : member)),
  compressed: (text, chance) => {
    const packed = gzipSync(text);
    const at = 10 + Math.floor(chance() * (packed.length - 10));
    packed.writeUInt8(packed.readUInt8(at) ^ (1 << Math.floor(chance() * 8)), at);
    return chance() < 0.3 ? packed.subarray(0, Math.floor(chance() * packed.length)) : packed;
  },
};

/** Whatever is on its tracks is in the windows, and has details and flows. */
async function assertDrawn({ summary, tracks, ...timeline }: TorchTimeline): Promise<void> {
  const drawn = tracks.filter(({ kind }) => kind === 'slices');
  const windows = await timeline.windows({ tracks: drawn.map(({ id }) => id), from: '0', to: summary.span, pixels: 500 });
  for (const [i, { id: track, count }] of drawn.entries()) {
    // Of what lasts no time at all there is no window.
    if (summary.span !== '0') assert.ok((windows[i]?.counts.reduce((sum, one) => sum + one, 0) ?? 0) > 0);
    for (const index of [0, count - 1]) {
      assert.deepEqual((await timeline.details({ track, index })).slice, { track, index });
      await timeline.flows({ track, index });
    }
  }
  await timeline.explain();
}

test('a hundred damaged traces are read as far as they go, or refused with a sentence', { timeout: 300_000 }, async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'damaged.json');
  const schema = await torchInfo.result();
  const texts = ['cpu-train', 'cpu-odd', 'torch-compile-triton', 'sglang-decode'].map(unpacked);
  const outcomes = { whole: 0, damaged: 0, refused: 0 };
  for (let round = 0; round < 20; round++) {
    for (const [name, damaging] of Object.entries(DAMAGES)) {
      const numbers = chances(round * 7 + name.length);
      writeFileSync(
        file,
        damaging(texts[round % texts.length] ?? '', () => numbers.next().value),
      );
      try {
        const trace = await readTorchTrace(file);
        await assertDrawn(await trace.timeline());
        const found = await trace.describe(10);
        assert.ok(v.safeParse(schema, found).success, `${name} ${String(round)}`);
        assert.ok(found.problems.every(({ message, offset }) => message.length > 20 && BigInt(offset) <= BigInt(found.bytes)));
        outcomes[found.problems.length > 0 ? 'damaged' : 'whole']++;
      } catch (error) {
        assert.ok(error instanceof Error && !(error instanceof assert.AssertionError), String(error));
        assert.match(
          error.message,
          /it is not a trace of PyTorch's profiler|ends before its events begin|the file is empty|has no traceEvents/,
        );
        outcomes.refused++;
      }
    }
  }
  assert.equal(outcomes.whole + outcomes.damaged + outcomes.refused, 100);
  assert.ok(outcomes.damaged > 50, JSON.stringify(outcomes));
  rmSync(folder, { recursive: true });
});

test('reading ends when it is aborted', async () => {
  const controller = new AbortController();
  const reading = readTorchTrace(trace('eager-b200'), controller.signal);
  controller.abort();
  await assert.rejects(reading, { name: 'AbortError' });
});

test('a trace has a timeline, whose slices lead from operations to kernels', async () => {
  const { summary, tracks, ...timeline } = await (await readTorchTrace(trace('bert-small-h100'))).timeline();
  assert.deepEqual({ work: summary.work, missed: summary.missed }, { work: '61', missed: '0' });
  const stream = tracks.find(({ name }) => name === 'stream 7');
  assert.deepEqual([stream?.kind, stream?.class, stream?.count], ['slices', 'dispatches', 61]);
  const [window] = await timeline.windows({ tracks: [stream?.id ?? 0], from: '0', to: summary.span, pixels: 2000 });
  assert.equal(
    window?.counts.reduce((sum, count) => sum + count, 0),
    61,
  );
  assert.equal((await timeline.search({ query: 'fn:aten::addmm' })).matches, '26');
  const first = await timeline.nextMatch({ from: undefined, time: '0', direction: 1, tracks: tracks.map(({ id }) => id) });
  assert.ok(first !== undefined);
  const [flow, ...others] = await timeline.flows(first);
  assert.deepEqual([flow?.kind, flow?.to.track, others], ['launch', stream?.id, []]);
  const { heading, name, sections } = await timeline.details(first);
  assert.deepEqual([heading, name], ['Operation', 'aten::addmm']);
  assert.ok(sections.some(({ title, fields }) => title === 'Inputs' && fields.length === 5));
  await assert.rejects(timeline.details({ track: 99, index: 0 }), /the trace has no such slice/);
});
