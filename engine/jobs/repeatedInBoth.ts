/** What of two profiles is laid over each other, run by run. */
import type { Repetitions } from '../../protocol/profile/profileComparison';

interface Repeated {
  readonly a: Repetitions;
  readonly b: Repetitions;
}

const lasting = ({ runs }: Repetitions): number => runs.reduce((sum, { from, to }) => sum + Number(BigInt(to) - BigInt(from)), 0);
const isRepeated = ({ a, b }: Repeated): boolean => a.runs.length > 1 && b.runs.length > 1;

/**
 * What runs several times in both rather than once, a scope rather than a record, the longest in A. A record is the same in both only where
 * they are of one capture. Undefined where they have nothing in common.
 */
export function repeatedInBoth(a: readonly Repetitions[], b: readonly Repetitions[], sameCapture: boolean): Repeated | undefined {
  const common = a.flatMap((one): readonly Repeated[] => {
    if (one.by === 'record' && !sameCapture) return [];
    const other = b.find(({ by, name, record }) => by === one.by && record === one.record && (by === 'record' || name === one.name));
    return other === undefined ? [] : [{ a: one, b: other }];
  });
  return common.toSorted(
    (one, other) =>
      Number(isRepeated(other)) - Number(isRepeated(one)) ||
      Number(other.a.by === 'scope') - Number(one.a.by === 'scope') ||
      lasting(other.a) - lasting(one.a),
  )[0];
}
