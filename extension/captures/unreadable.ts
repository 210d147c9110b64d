/** What can be done about a file that is no readable capture. */
import { problemOf } from '../../protocol/problemOf';
import type { Problem } from '../../protocol/capture';

/** By code of the status. */
const REMEDIES: Readonly<Record<string, string>> = {
  INVALID_ARGUMENT: 'Check that it is what IREE wrote with --device_replay_output=FILE, and that nothing has converted it since.',
  DATA_LOSS: 'Copy the file again, or record it again.',
  NOT_FOUND: 'Check that the file is still there.',
  PERMISSION_DENIED: 'Allow reading the file.',
};

/** Why a capture could not be opened, with what to do about it. */
export function unreadable(error: unknown): Problem {
  const problem = problemOf(error);
  const remedy = problem.remedy ?? REMEDIES[problem.code];
  return remedy === undefined ? problem : { ...problem, remedy };
}
