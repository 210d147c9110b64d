/** The machine code of a function of a recording's image, or its bitcode. */
import * as v from 'valibot';
import { llvmImageFunction } from './llvmInfoResult';
import { functionListing } from './sourceResult';

export const llvmCodeResult = v.object({
  /** Which file of the recording has it. */
  file: v.string(),
  /** "ELF for AMD GPUs", "LLVM bitcode". */
  kind: v.string(),
  /** Absent of bitcode, which is shown whole. */
  function: v.exactOptional(llvmImageFunction),
  /** Of code for x86-64: FunctionCode of protocol/code/code.ts. */
  listing: v.exactOptional(functionListing),
  /** Of all other code. */
  disassembly: v.exactOptional(
    v.object({
      /** What has disassembled it. */
      program: v.exactOptional(v.string()),
      text: v.exactOptional(v.string()),
      /** The text goes on. */
      cut: v.exactOptional(v.literal(true)),
      /** Why there is no text. */
      problem: v.exactOptional(v.string()),
    }),
  ),
});
