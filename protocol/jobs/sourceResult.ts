/** Where kernels come from: protocol/code.ts says what each field is. */
import * as v from 'valibot';
import { count, u64 } from './problem';

/** A function's code: FunctionCode of protocol/code.ts. */
export const functionListing = v.looseObject({
  function: v.looseObject({ name: v.string(), address: u64 }),
  files: v.array(v.string()),
  lines: v.array(v.object({ file: count, line: count, code: v.array(v.tuple([count, count])) })),
  instructions: v.array(v.looseObject({ offset: count, bytes: v.string(), mnemonic: v.string(), operands: v.string() })),
  loops: v.array(v.looseObject({ header: count, code: v.array(v.tuple([count, count])), backEdges: v.array(count), depth: count })),
  findings: v.array(v.looseObject({ kind: v.string(), sentence: v.string() })),
  notes: v.array(v.string()),
});

/** Code for a GPU as text: ModuleListing of protocol/code.ts. */
const disassembly = v.looseObject({
  module: count,
  kind: v.picklist(['SPIR-V', 'PTX', 'HSACO']),
  text: v.exactOptional(v.string()),
  /** Why there is no text. */
  problem: v.exactOptional(v.string()),
});

/** An executable: ExecutableCode of protocol/code.ts, or why it could not be read. */
const executable = v.looseObject({
  id: u64,
  /** The record that prepared it. */
  record: count,
  format: v.string(),
  /** A sentence. */
  problem: v.exactOptional(v.string()),
  listings: v.array(functionListing),
  disassemblies: v.array(disassembly),
});

export const sourceResult = v.object({ executables: v.array(executable) });
