/** Errors of the native core as problems that can be shown. */
import type { Problem } from '../../protocol/capture';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What went wrong, with its code and place where the error has them. */
export function problemOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  const details = isRecord(error) ? error : {};
  const { code, remedy, record, offset } = details;
  return {
    severity: 'error',
    code: typeof code === 'string' ? code : 'INTERNAL',
    message,
    ...(typeof remedy === 'string' ? { remedy } : {}),
    ...(typeof record === 'number' ? { record } : {}),
    ...(typeof offset === 'string' || typeof offset === 'number' || typeof offset === 'bigint' ? { offset: String(offset) } : {}),
  };
}

/** The user or the editor ended it; nothing to report. */
export function isCancelled(error: unknown): boolean {
  return isRecord(error) && (error['name'] === 'AbortError' || error['code'] === 'CANCELLED');
}
