// How many tests passed, failed and were skipped; for GoogleTest and mocha, read from their output.

/**
 * `failures` names what failed, each with what is known of it; `tests` are those whose runner tells of each.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], tests: import('./outcomes.mjs').Outcome[] }} Counts
 */

export const none = { passed: 0, failed: 0, skipped: 0, failures: [], tests: [] };

/** @returns {Counts} Of one check. */
export function one(name, passed) {
  return passed ? { ...none, passed: 1 } : { ...none, failed: 1, failures: [name] };
}

/** @returns {Counts} */
export function sum(counts) {
  const total = (key) => counts.reduce((all, count) => all + count[key], 0);
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    failures: counts.flatMap(({ failures }) => failures),
    tests: counts.flatMap(({ tests }) => tests),
  };
}

function number(text, pattern) {
  return Number(pattern.exec(text)?.[1] ?? 0);
}

/** Prints what failed, each line behind the first set in. */
export function showFailures({ failures }, before = '') {
  for (const failure of failures) console.log(`${before}${failure.replaceAll('\n', '\n    ')}`);
}

/** What a pattern finds, each once. */
function all(text, pattern) {
  return [...new Set(Array.from(text.matchAll(pattern), ([, found]) => found))];
}

/** A runner that ended badly without naming a failed test counts as one failure. */
export function checked(counts, code) {
  const ran = counts.passed + counts.failed + counts.skipped > 0;
  if ((code === 0 && ran) || counts.failed > 0) return counts;
  return { ...counts, failed: 1, failures: [ran ? `the tests ended with ${String(code)}` : 'no test ran'] };
}

/** Of GoogleTest. */
export function googleTestCounts({ code, output }) {
  const of = (word) => number(output, new RegExp(`^\\[  ${word} +\\] (\\d+) tests?`, 'm'));
  const failures = all(output, /^\[ {2}FAILED {2}\] (\S+?)(?:, where .*)?(?: \(\d+ ms\))?$/gm);
  return checked({ passed: of('PASSED'), failed: of('FAILED'), skipped: of('SKIPPED'), failures, tests: [] }, code);
}

/** Of mocha's spec reporter. */
export function mochaCounts({ code, output }) {
  const of = (word) => number(output, new RegExp(`^\\s*(\\d+) ${word}\\b`, 'm'));
  const failures = all(output, /^\s*\d+\) (.*)$/gm);
  return checked({ passed: of('passing'), failed: of('failing'), skipped: of('pending'), failures, tests: [] }, code);
}
