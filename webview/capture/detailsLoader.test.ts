import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordDetails } from '../../protocol/capture/capture';
import { createDetailsLoader } from './detailsLoader';

const detailsOf = (record: number): RecordDetails => ({
  ...{
    key: String(record),
    record,
    offset: '0',
    length: '0',
    headerLength: 0,
    class: 'other',
    operation: 'session',
    subject: [],
    sections: [],
    json: '{}',
  },
});

/** A loader whose host answers when the test says so. */
function loader(executions: Readonly<Record<string, number>> = {}) {
  const asked: { readonly key: string; readonly answer: (details: RecordDetails) => void; readonly fail: (error: Error) => void }[] = [];
  const model: Parameters<typeof createDetailsLoader>[0]['model'] = {
    ...{ details: undefined, detailsProblem: undefined, view: { executions } },
  };
  const load = createDetailsLoader({
    model,
    host: { details: ({ key }) => new Promise((answer, fail) => asked.push({ key, answer, fail })) },
    redraw: () => undefined,
  });
  return { model, asked, load };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('details that could not be read are asked for again, and then shown', async () => {
  const { model, asked, load } = loader();
  void load('1');
  asked[0]?.fail(new Error('read error'));
  await turn();
  assert.equal(model.detailsProblem, 'read error');
  void load('1');
  asked[1]?.answer(detailsOf(1));
  await turn();
  assert.deepEqual([model.details?.record, model.detailsProblem], [1, undefined]);
});

test('a record that was selected while another failed is shown', async () => {
  const { model, asked, load } = loader();
  void load('1');
  void load('2');
  asked[0]?.fail(new Error('read error'));
  await turn();
  assert.equal(asked[1]?.key, '2');
  asked[1].answer(detailsOf(2));
  await turn();
  assert.deepEqual([model.details?.record, model.detailsProblem], [2, undefined]);
});

test('of many selections only the last is asked for', async () => {
  const { model, asked, load } = loader();
  for (const key of ['1', '2', '3', '4']) void load(key);
  asked[0]?.answer(detailsOf(1));
  await turn();
  asked[1]?.answer(detailsOf(4));
  await turn();
  assert.deepEqual(
    asked.map(({ key }) => key),
    ['1', '4'],
  );
  assert.equal(model.details?.record, 4);
});

test('of a command that is executed more than once the execution is shown that was chosen', async () => {
  const executions = { commandBuffer: 44, count: '2', submissions: [49, 50] };
  const { model, asked, load } = loader({ '44': 50 });
  void load('47');
  asked[0]?.answer({ ...detailsOf(47), executions });
  await turn();
  assert.equal(asked[1]?.key, '47@50');
  asked[1].answer({ ...detailsOf(47), key: '47@50', executions });
  await turn();
  assert.equal(model.details?.key, '47@50');
  // A row below a submission is of that submission, whatever was chosen.
  void load('47@49');
  asked[2]?.answer({ ...detailsOf(47), key: '47@49', executions });
  await turn();
  assert.deepEqual([asked.length, model.details.key], [3, '47@49']);
});

test('nothing is shown of a record that is not selected any more', async () => {
  const { model, asked, load } = loader();
  void load('1');
  load.forget();
  asked[0]?.answer(detailsOf(1));
  await turn();
  assert.equal(model.details, undefined);
});
