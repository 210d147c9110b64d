import type { Problem } from '../protocol/capture';

/** "error: FAILED_PRECONDITION; record #23 at byte 4711: what is wrong", and what to do on a line below. */
export function problemText(problem: Problem): string {
  const where =
    problem.record === undefined
      ? problem.offset === undefined
        ? ''
        : `at byte ${problem.offset}: `
      : `record #${String(problem.record)}${problem.offset === undefined ? '' : ` at byte ${problem.offset}`}: `;
  const text = `${problem.severity}: ${problem.code}; ${where}${problem.message}`;
  return problem.remedy === undefined ? text : `${text}\n    ${problem.remedy}`;
}
