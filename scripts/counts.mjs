// How many tests passed, failed and were skipped; for GoogleTest and mocha, read from their output.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @returns {Counts} */
export function sum(counts) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const count of counts) for (const key of Object.keys(total)) total[key] += count[key];
  return total;
}

function number(text, pattern) {
  return Number(pattern.exec(text)?.[1] ?? 0);
}

/** A runner that ended badly without naming a failed test counts as one failure. */
export function checked(counts, code) {
  const ran = counts.passed + counts.failed + counts.skipped > 0;
  return code === 0 && ran ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
}

/** Of GoogleTest. */
export function googleTestCounts({ code, output }) {
  const of = (word) => number(output, new RegExp(`^\\[  ${word} +\\] (\\d+) tests?`, 'm'));
  return checked({ passed: of('PASSED'), failed: of('FAILED'), skipped: of('SKIPPED') }, code);
}

/** Of mocha's spec reporter. */
export function mochaCounts({ code, output }) {
  const of = (word) => number(output, new RegExp(`^\\s*(\\d+) ${word}\\b`, 'm'));
  return checked({ passed: of('passing'), failed: of('failing'), skipped: of('pending') }, code);
}
