/** What can be done about a file that is no readable capture or profile. */
import { problemOf } from '../../protocol/base/problemOf';
import type { Problem } from '../../protocol/capture/capture';

/** The flag that has IREE write it. */
const WRITTEN_WITH = { capture: '--device_replay_output=FILE', profile: '--device_profiling_output=FILE' } as const;

/** By code of the status. */
const REMEDIES: Readonly<Record<string, string>> = {
  DATA_LOSS: 'Copy the file again, or record it again.',
  NOT_FOUND: 'Check that the file is still there.',
  PERMISSION_DENIED: 'Allow reading the file.',
};

/** Why it could not be opened, with what to do about it. */
export function unreadable(error: unknown, kind: keyof typeof WRITTEN_WITH): Problem {
  const problem = problemOf(error);
  const written = `Check that it is what IREE wrote with ${WRITTEN_WITH[kind]}, and that nothing has converted it since.`;
  const remedy = problem.remedy ?? (problem.code === 'INVALID_ARGUMENT' ? written : REMEDIES[problem.code]);
  return remedy === undefined ? problem : { ...problem, remedy };
}
