/** Errors of the native core as problems that can be shown. */
import type { Problem } from '../protocol/capture';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What went wrong, with its code and place where the error has them. */
export function problemOf(error: unknown): Problem {
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
