/** What executables are, whatever they are called: what says that a later run executed something else. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { u64 } from './problem';

export const executableContent = v.object({
  id: u64,
  /** The library's own; executables of one capture may share it. */
  name: v.string(),
  /** "sha256:..." of the binary, or what took its place, and its constants. */
  content: v.string(),
  /** By ordinal. */
  functions: v.array(
    v.object({
      /** Empty where neither the capture nor the executable gives one. */
      name: v.string(),
      /**
       * "sha256:..." of its machine code, with distances to what lies outside of it taken as the same. Absent where it is not known where it
       * ends, or it is not for x86-64.
       */
      code: v.exactOptional(v.string()),
    }),
  ),
});

export type ExecutableContent = ResultOf<typeof executableContent>;
