/** Errors of the native core as problems that can be shown. */
import type { Problem } from '../protocol/capture';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What can be done about a file that is no readable capture, by code. */
const REMEDIES: Readonly<Record<string, string>> = {
  INVALID_ARGUMENT: 'Check that it is what IREE wrote with --device_replay_output=FILE, and that nothing has converted it since.',
  DATA_LOSS: 'Copy the file again, or record it again.',
  NOT_FOUND: 'Check that the file is still there.',
  PERMISSION_DENIED: 'Allow reading the file.',
};

/** What went wrong, with its code and place where the error has them. */
export function problemOf(error: unknown): Problem {
  const { code, sentence, remedy, record, offset } = isRecord(error) ? error : {};
  const message = typeof sentence === 'string' ? sentence : error instanceof Error ? error.message : String(error);
  const name = typeof code === 'string' ? code : 'INTERNAL';
  const advice = typeof remedy === 'string' ? remedy : REMEDIES[name];
  return {
    severity: 'error',
    code: name,
    message,
    ...(advice === undefined ? {} : { remedy: advice }),
    ...(record === undefined ? {} : { record: Number(record) }),
    ...(typeof offset === 'string' ? { offset } : {}),
  };
}

/** The user or the editor ended it; nothing to report. */
export function isCancelled(error: unknown): boolean {
  return isRecord(error) && (error['name'] === 'AbortError' || error['code'] === 'CANCELLED');
}
