// One of several processes that share the test files of a list, each running one after the other: what is loaded and what Node has compiled
// serves all files of a process. Each file is a suite, and begins with the environment that the process had.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, describe, test } from 'node:test';

const require = createRequire(import.meta.url);
const { files, about, claims, timeout } = JSON.parse(process.env['IR_TEST_TOGETHER'] ?? '');

/** The next file that no process has taken. */
function* own() {
  for (const [index, file] of files.entries()) {
    try {
      mkdirSync(path.join(claims, String(index)));
      yield file;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

// Its hooks are those of every test.
const { end } = about === undefined ? {} : require(path.resolve(about));
const environment = { ...process.env };
for (const file of own()) {
  await new Promise((resolve) => {
    describe(file, { timeout }, () => {
      try {
        require(path.resolve(file));
      } catch (error) {
        test('is loaded', () => {
          throw error;
        });
      }
      after(resolve);
    });
  });
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}
await end?.();
