/** Preflight's problems, those of one kind together: a thousand waits are one thing to know. */
import type { Problem } from '../../protocol/capture/capture';

export interface ProblemGroup {
  /** Indices into the problems, in their order. */
  readonly members: readonly number[];
  readonly first: Problem;
}

/** Groups in the order of their first problems. Problems without a kind stand for themselves. */
export function problemGroups(problems: readonly Problem[]): readonly ProblemGroup[] {
  const groups = new Map<string, { members: number[]; first: Problem }>();
  problems.forEach((problem, index) => {
    const { severity, kind, remedy } = problem;
    const key = kind === undefined ? String(index) : `${severity} ${kind} ${remedy ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { members: [index], first: problem });
    else group.members.push(index);
  });
  return [...groups.values()];
}
