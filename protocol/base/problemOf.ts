/** Errors as problems that can be shown, and problems as errors: what one says is the same in every process. */
import { isRecord } from './isRecord';
import type { Problem } from '../jobs/problem';

/** A problem that is thrown. */
export class ProblemError extends Error {
  constructor(
    readonly problem: Problem,
    message = problem.message,
  ) {
    super(message);
    this.name = 'ProblemError';
  }
}

/** What went wrong, with its code and place where the error, or what caused it, has them. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof Error && error.cause !== undefined && !('code' in error))
    return { ...problemOf(error.cause), message: error.message };
  const { code, sentence, remedy, record, offset } = isRecord(error) ? error : {};
  const message = typeof sentence === 'string' ? sentence : error instanceof Error ? error.message : String(error);
  const name = typeof code === 'string' ? code : 'INTERNAL';
  return {
    severity: 'error',
    code: name,
    message,
    ...(typeof remedy === 'string' ? { remedy } : {}),
    ...(record === undefined ? {} : { record: Number(record) }),
    ...(typeof offset === 'string' ? { offset } : {}),
  };
}

/** The user or the editor ended it; nothing to report. */
export function isCancelled(error: unknown): boolean {
  return isRecord(error) && (error['name'] === 'AbortError' || error['code'] === 'CANCELLED');
}
