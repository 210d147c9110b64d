import * as assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { watchFile } from '../../extension/captures/watchFile';

describe('a watched file', () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'iree-replay-watch-')), 'in [a] {b} 50%');
  mkdirSync(folder);
  after(() => rmSync(path.dirname(folder), { recursive: true }));

  for (const name of ['plain.c', 'kernel[1].c', '{a,b}.c', 'what?.c', 'star*.c', 'a 50%.c', '核.c']) {
    it(`is seen when it is saved, whatever its name: ${name}`, async () => {
      const file = path.join(folder, name);
      writeFileSync(file, 'before');
      let seen = (): void => undefined;
      const touched = new Promise<void>((resolve) => (seen = resolve));
      const watcher = watchFile(file, () => seen());
      // A watcher begins some time after it was made: until it has, saves go unseen.
      const saving = setInterval(() => writeFileSync(file, String(Date.now())), 200);
      try {
        await touched;
      } finally {
        clearInterval(saving);
        watcher.dispose();
      }
    });
  }

  it('is not taken for another whose name its own would match', async () => {
    // It is never written: that it had been made just before would be seen, too.
    const file = path.join(folder, 'x[1].c');
    const other = path.join(folder, 'xA1B.c');
    const seen: string[] = [];
    let own = (): void => undefined;
    const touched = new Promise<void>((resolve) => (own = resolve));
    const watchers = [watchFile(file, () => seen.push('own')), watchFile(other, () => own())];
    const saving = setInterval(() => writeFileSync(other, String(Date.now())), 200);
    try {
      await touched;
    } finally {
      clearInterval(saving);
      for (const watcher of watchers) watcher.dispose();
    }
    assert.deepEqual(seen, []);
  });
});
