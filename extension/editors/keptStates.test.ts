import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { createKeptStates } from './keptStates';

function memento() {
  const values = new Map<string, unknown>();
  const written: unknown[] = [];
  const kept = {
    keys: () => [...values.keys()],
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: (key: string, value: unknown) => {
      written.push(value);
      if (value === undefined) values.delete(key);
      else values.set(key, value);
      return Promise.resolve();
    },
  } as vscode.Memento;
  return { kept, written, values };
}

const uri = (name: string): string => `file:///${name}`;

test('a state is kept, and only its own document is written', () => {
  const { kept, written } = memento();
  const states = createKeptStates(kept, 'captureView');
  for (let i = 0; i < 50; i++) states.keep(uri(String(i)), { top: i });
  written.length = 0;
  states.keep(uri('49'), { top: 1 });
  states.keep(uri('49'), { top: 2 });
  assert.deepEqual(states.of(uri('49')), { top: 2 });
  assert.deepEqual(states.of(uri('3')), { top: 3 });
  assert.deepEqual(written, [{ top: 1 }, { top: 2 }]);
});

test('what has not changed is not written', () => {
  const { kept, written } = memento();
  const states = createKeptStates(kept, 'captureView');
  states.keep(uri('a'), { top: 1 });
  written.length = 0;
  states.keep(uri('a'), { top: 1 });
  assert.deepEqual(written, []);
});

test('the document that was looked at longest ago is forgotten', () => {
  const { kept, values } = memento();
  const states = createKeptStates(kept, 'captureView');
  for (let i = 0; i < 50; i++) states.keep(uri(String(i)), { top: i });
  states.keep(uri('0'), { top: 100 });
  states.keep(uri('50'), { top: 50 });
  assert.deepEqual([states.of(uri('0')), states.of(uri('1')), states.of(uri('50'))], [{ top: 100 }, null, { top: 50 }]);
  assert.equal(values.size, 51, 'fifty states and their order');
});
