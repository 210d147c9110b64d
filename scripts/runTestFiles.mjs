// Runs test files with node:test, shows progress, and sends the counts to the process that started it: runTestFiles.mjs TIMEOUT AT_ONCE FILE...
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const [timeout, atOnce, ...files] = process.argv.slice(2);
const counts = { passed: 0, failed: 0, skipped: 0, failures: [], tests: [] };

/** A test that failed: where it is, and what it said. */
function failure(name, file, error) {
  const said = String(error?.cause?.message ?? error?.message ?? error);
  return `${path.relative('', file ?? '')}: ${name}\n${said.split('\n').slice(0, 20).join('\n')}`;
}

const count =
  (outcome) =>
  ({ name, file, details, skip, todo }) => {
    // A file without tests is reported as one that passed.
    const nothing = outcome === 'passed' && files.some((file) => path.resolve(file) === path.resolve(name));
    if ((details.type === 'suite' && skip === undefined) || nothing) return;
    const counted = skip === undefined && todo === undefined ? outcome : 'skipped';
    counts[counted]++;
    counts.tests.push({ name, file: path.relative('', file ?? name), seconds: details.duration_ms / 1000, outcome: counted });
    if (counted === 'failed') counts.failures.push(failure(name, file, details.error));
  };

/** What a test that failed tells besides, such as what its window showed, which comes right behind it. */
function addTold({ message, file }) {
  const index = counts.failures.findLastIndex((failed) => failed.startsWith(`${path.relative('', file ?? '')}: `));
  if (file !== undefined && index !== -1 && counts.tests.findLast((test) => test.file === path.relative('', file)).outcome === 'failed')
    counts.failures[index] += `\n${message}`;
}

const events = run({ files, concurrency: Number(atOnce), timeout: Number(timeout) });
events.on('test:pass', count('passed'));
events.on('test:fail', count('failed'));
events.on('test:diagnostic', addTold);
events.on('end', () => {
  process.exitCode = counts.failed === 0 ? 0 : 1;
  process.send(counts);
  process.disconnect();
});
events.compose(new spec()).pipe(process.stdout);
