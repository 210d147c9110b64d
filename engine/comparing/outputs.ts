/** What an application read back in two replays, compared. */
import type { RunOutput } from '../../protocol/replay/run';
import type { ComparedRange } from '../../protocol/replay/verification';
import type { Type } from './comparing';
import type { CompareRanges, RangePlace } from './rangeComparison';
import { typeBefore, withEndOf } from './unwrittenEnds';

/** What an application read back, and where. */
export interface OutputBytes {
  readonly outputs: readonly Uint8Array[];
  readonly result: { readonly outputs: readonly RunOutput[] };
}

/** An output as it must be. */
export interface Right {
  readonly bytes: Uint8Array;
  readonly type: Type;
}

/** Ranges that both have; what one has too few of, or of another length, is said in `problems`. */
export interface ComparedOutputs {
  readonly ranges: readonly ComparedRange[];
  readonly problems: readonly string[];
}

export const sameOutputs = (a: OutputBytes, b: OutputBytes): boolean =>
  a.outputs.length === b.outputs.length &&
  a.outputs.every((bytes, index) => Buffer.compare(bytes, b.outputs[index] ?? new Uint8Array()) === 0);

const placeOf = ({ record, buffer, offset, length }: RunOutput): RangePlace => ({ record, buffer, offset, length });

/** `ends` are bytes at the end of each output that are not compared. */
export async function compareOutputs(
  expected: readonly Right[],
  { outputs, result }: OutputBytes,
  compare: CompareRanges,
  ends: readonly number[],
): Promise<ComparedOutputs> {
  const ranges: ComparedRange[] = [];
  const problems: string[] = [];
  if (expected.length !== outputs.length) {
    problems.push(`${String(outputs.length)} outputs were read back, and ${String(expected.length)} are expected.`);
  }
  for (const [index, bytes] of outputs.entries()) {
    const output = result.outputs[index];
    const right = expected[index];
    if (output === undefined || right === undefined) continue;
    if (right.bytes.length !== bytes.length) {
      problems.push(
        `The output of #${String(output.record)} has ${String(bytes.length)} bytes, and ${String(right.bytes.length)} are expected.`,
      );
      continue;
    }
    const end = ends[index] ?? 0;
    ranges.push(await compare(placeOf(output), right.bytes, withEndOf(right.bytes, bytes, end), typeBefore(end, bytes.length, right.type)));
  }
  return { ranges, problems };
}

export const agree = ({ ranges, problems }: ComparedOutputs): boolean => problems.length === 0 && ranges.every((range) => range.agrees);
