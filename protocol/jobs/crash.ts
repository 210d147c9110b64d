/** The kernel or record in which an engine process died. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count, u64 } from './problem';

const workgroup = v.tuple([count, count, count]);

export const runCrash = v.object({
  /** SIGSEGV, SIGILL, ...; or "exit 3" when it ended without a signal. */
  signal: v.string(),
  record: v.exactOptional(count),
  /** The submission that executed the record, for a record in a command buffer. */
  via: v.exactOptional(count),
  executable: v.exactOptional(u64),
  function: v.exactOptional(v.string()),
  workgroup: v.exactOptional(workgroup),
  /** Of how many; absent when a buffer holds it. */
  workgroupCount: v.exactOptional(workgroup),
  /** Its code was being loaded. */
  loading: v.exactOptional(v.boolean()),
  faultAddress: v.exactOptional(v.string()),
  /** Of the instruction, as an address in the executable's file. */
  codeAddress: v.exactOptional(v.string()),
  /** Place in the kernel's source, "kernel.c:20", if its line table names it. */
  source: v.exactOptional(v.string()),
  /** Instruction set that the instruction needs and this processor lacks: "AVX2". */
  instructionSet: v.exactOptional(v.string()),
  /** It happened with buffers elsewhere: --placement puts them there. */
  placement: v.exactOptional(count),
  /** It happened on other inputs: --perturbation makes them of this seed. */
  perturbation: v.exactOptional(count),
  /** The profile of what had run until then, where one was recorded. */
  profile: v.exactOptional(v.string()),
});

/** The kernel or record in which the engine process died. */
export type RunCrash = ResultOf<typeof runCrash>;
