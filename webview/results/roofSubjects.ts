/** Dispatches of a benchmark as they are held against the roof: those that were timed alone, and functions of scopes that were broken down. */
import type { BreakdownPart } from '../../protocol/measurement/benchmark';
import type { GivenByFunction } from '../../protocol/measurement/roofline';
import type { RoofSubject } from '../widgets/roofline/subject';
import type { TableRow } from './benchmarkRows';

/** Of rows at the first level; what several repetitions have is there once. */
export function roofSubjects(rows: readonly TableRow[], given: GivenByFunction): readonly RoofSubject[] {
  return rows.flatMap((row) => {
    const { kind, key, of, medianNs, colour } = row;
    if (of.repetition > 0) return [];
    if (kind === 'dispatch') return [subject(key, of.label, colour, given, { medianNs, bytes: of.bytes })];
    const functions = (of.breakdown?.parts ?? []).filter((part) => part.kind === 'function');
    return functions.map((part) => {
      const own = row.parts.find((one) => one.kind === 'function' && one.label === part.label);
      return subject(`${key} ${String(part.executable)} ${part.label}`, part.label, own?.colour ?? colour, given, ofOne(part));
    });
  });
}

interface One {
  readonly medianNs: number | undefined;
  readonly bytes: string | undefined;
}

/** A mean: where executions went on side by side, they shared the time. */
function ofOne({ medianNs, executions, bytes }: BreakdownPart): One {
  return {
    medianNs: medianNs === undefined ? undefined : medianNs / executions,
    bytes: String(Number(bytes) / executions),
  };
}

function subject(key: string, name: string, colour: string, given: GivenByFunction, { medianNs, bytes }: One): RoofSubject {
  const bound = bytes === undefined ? 0 : Number(bytes);
  return {
    ...{ key, name, colour },
    ...(medianNs === undefined || !(medianNs > 0) ? {} : { medianNs }),
    // Without a binding it is not known what it moves.
    ...(bound > 0 ? { bytes: bound } : {}),
    ...(given[name] ?? {}),
  };
}
