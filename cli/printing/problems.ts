import type { Problem } from '../../protocol/capture/capture';

/** "record #23 at byte 4711: what is wrong". */
function placed({ record, offset, message }: Problem): string {
  const at = offset === undefined ? '' : `at byte ${offset}`;
  if (record === undefined) return at === '' ? message : `${at}: ${message}`;
  return `record #${String(record)}${at === '' ? '' : ` ${at}`}: ${message}`;
}

/** "FAILED_PRECONDITION; record #23 at byte 4711: what is wrong", the native core's form of errors. */
export function errorText(problem: Problem): string {
  // Errors that are not a core status have no code of their own.
  return problem.code === 'INTERNAL' ? placed(problem) : `${problem.code}; ${placed(problem)}`;
}

/** "error: FAILED_PRECONDITION; record #23 at byte 4711: what is wrong", and what to do on a line below. */
export function problemText(problem: Problem): string {
  // A problem that does not prevent a replay has no meaningful status.
  const status = problem.severity === 'error' ? `${problem.code}; ` : '';
  const text = `${problem.severity}: ${status}${placed(problem)}`;
  return problem.remedy === undefined ? text : `${text}\n    ${problem.remedy}`;
}
