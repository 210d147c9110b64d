import type { Problem } from '../protocol/capture';

/** "record #23 at byte 4711: what is wrong". */
function placed({ record, offset, message }: Problem): string {
  const at = offset === undefined ? '' : `at byte ${offset}`;
  if (record === undefined) return at === '' ? message : `${at}: ${message}`;
  return `record #${String(record)}${at === '' ? '' : ` ${at}`}: ${message}`;
}

/** "FAILED_PRECONDITION; record #23 at byte 4711: what is wrong", as the native core says its errors. */
export function errorText(problem: Problem): string {
  // What is no status of the core's has no code of its own.
  return problem.code === 'INTERNAL' ? placed(problem) : `${problem.code}; ${placed(problem)}`;
}

/** "error: FAILED_PRECONDITION; record #23 at byte 4711: what is wrong", and what to do on a line below. */
export function problemText(problem: Problem): string {
  // Of what does not stand against a replay the status says nothing.
  const status = problem.severity === 'error' ? `${problem.code}; ` : '';
  const text = `${problem.severity}: ${status}${placed(problem)}`;
  return problem.remedy === undefined ? text : `${text}\n    ${problem.remedy}`;
}
