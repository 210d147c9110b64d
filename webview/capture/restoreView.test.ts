import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restoreView, type Restored } from './restoreView';
import { INITIAL_VIEW, type ViewState } from './viewState';

const LEFT: ViewState = { ...INITIAL_VIEW, selection: '11', expanded: ['0'], top: 440 };

/** A view that is restored while `meanwhile` is done at each step that waits, by its name. */
async function restored(meanwhile: (step: string, model: Restored['model'], list: Restored['list']) => void) {
  const model: Restored['model'] = { start: undefined, view: LEFT };
  const list = { top: 0, rowsPerPage: 40 };
  const selected: string[] = [];
  const waits = async <T>(step: string, answer: T): Promise<T> => {
    await new Promise((resolve) => setImmediate(resolve));
    meanwhile(step, model, list);
    return answer;
  };
  await restoreView(
    {
      model,
      host: {
        expandedKeys: () => waits('expandedKeys', ['0']),
        openAtWork: () => waits('openAtWork', { row: 0, key: '0' }),
        reveal: ({ key }) => waits('reveal', { row: 7, key }),
        setExpanded: () => waits('setExpanded', { start: 0, total: 0, version: 0, rows: 0, ancestors: 0, ...NOTHING }),
      },
      rows: { invalidate: () => undefined },
      actions: {
        search: () => waits('search', undefined),
        select: (key) => {
          selected.push(key);
          model.view = { ...model.view, selection: key };
          return Promise.resolve();
        },
      },
      list,
      fetchAround: () => waits('fetchAround', undefined),
    },
    LEFT,
  );
  return { selection: model.view.selection, selected, top: list.top };
}

const NOTHING = { numbers: new Uint32Array(), wides: new BigUint64Array(), texts: new Uint8Array() };

test('a view is as it was left', async () => {
  assert.deepEqual(await restored(() => undefined), { selection: '11', selected: ['11'], top: 440 });
});

for (const step of ['expandedKeys', 'search', 'fetchAround', 'reveal'])
  test(`what is selected meanwhile stays: ${step}`, async () => {
    const end = await restored((now, model) => {
      if (now === step) model.view = { ...model.view, selection: '17' };
    });
    assert.deepEqual([end.selection, end.selected], ['17', []]);
  });

test('who has left the selection for the overview stays there', async () => {
  const end = await restored((now, model) => {
    if (now === 'search') model.view = { ...model.view, selection: undefined };
  });
  assert.deepEqual([end.selection, end.selected], [undefined, []]);
});

test('a list that is scrolled meanwhile stays there', async () => {
  const end = await restored((now, _, list) => {
    if (now === 'search') list.top = 88;
  });
  assert.equal(end.top, 88);
});
