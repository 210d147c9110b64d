import type { Problem } from '../protocol/capture';

/** "error: FAILED_PRECONDITION; record #23 at byte 4711: what is wrong", and what to do on a line below. */
export function problemText(problem: Problem): string {
  const where =
    problem.record === undefined
      ? problem.offset === undefined
        ? ''
        : `at byte ${problem.offset}: `
      : `record #${String(problem.record)}${problem.offset === undefined ? '' : ` at byte ${problem.offset}`}: `;
  // Of what does not stand against a replay the status says nothing.
  const status = problem.severity === 'error' ? `${problem.code}; ` : '';
  const text = `${problem.severity}: ${status}${where}${problem.message}`;
  return problem.remedy === undefined ? text : `${text}\n    ${problem.remedy}`;
}
