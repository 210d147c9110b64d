// Runs test files with node:test, shows progress, and sends the counts to the process that started it: runTestFiles.mjs TIMEOUT FILE...
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const [timeout, ...files] = process.argv.slice(2);
const counts = { passed: 0, failed: 0, skipped: 0 };
const count =
  (outcome) =>
  ({ name, details, skip, todo }) => {
    // A file without tests is reported as one that passed.
    const nothing = outcome === 'passed' && files.some((file) => path.resolve(file) === path.resolve(name));
    if (details.type === 'suite' || nothing) return;
    counts[skip === undefined && todo === undefined ? outcome : 'skipped']++;
  };

const events = run({ files, concurrency: availableParallelism(), timeout: Number(timeout) });
events.on('test:pass', count('passed'));
events.on('test:fail', count('failed'));
events.on('end', () => {
  process.exitCode = counts.failed === 0 ? 0 : 1;
  process.send(counts);
  process.disconnect();
});
events.compose(new spec()).pipe(process.stdout);
