// What is told of single tests after a run.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** A test as it ran: `file` is relative to the checkout. @typedef {{ name: string, file: string, seconds: number, outcome: 'passed' | 'failed' | 'skipped' }} Outcome */

const titled = ({ name, file }) => (name === file ? file : `${file}: ${name}`);

/** How often each test failed in a run that repeated them, those that failed most first: a line each. */
export function howOftenFailed(tests) {
  const byTitle = new Map();
  for (const test of tests) {
    const of = byTitle.get(titled(test)) ?? { failed: 0, ran: 0 };
    if (test.outcome !== 'skipped') of.ran++;
    if (test.outcome === 'failed') of.failed++;
    byTitle.set(titled(test), of);
  }
  const mostFirst = [...byTitle].sort(([, a], [, b]) => b.failed - a.failed);
  return mostFirst.map(([title, { failed, ran }]) => `failed ${String(failed)} of ${String(ran)} times   ${title}`);
}

/** The `most` tests that took longest, the longest first: a line each. */
export function slowest(tests, most) {
  const longestFirst = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, most);
  return longestFirst.map((test) => `${test.seconds.toFixed(1).padStart(7)} s   ${titled(test)}`);
}

/** The tests in the JSON that GoogleTest writes; none where it has ended without writing it. @returns {Outcome[]} */
export function googleTestOutcomes(report) {
  if (!existsSync(report)) return [];
  const { testsuites } = JSON.parse(readFileSync(report, 'utf8'));
  const ran = testsuites.flatMap(({ testsuite }) => testsuite).filter(({ status }) => status === 'RUN');
  return ran.map(({ classname, name, file, time, result, failures }) => ({
    name: `${classname}.${name}`,
    file: path.relative(root, path.resolve(root, file ?? '')),
    seconds: parseFloat(time),
    outcome: failures !== undefined ? 'failed' : result === 'SKIPPED' ? 'skipped' : 'passed',
  }));
}
