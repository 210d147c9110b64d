/** What a bisection has found: on the command line and in the editor. */
import type { BisectResult, BisectTest } from '../measurement/bisection';

/** Of each that was tested the latest test, in the series' order. */
export function latestTests(tests: readonly BisectTest[]): readonly BisectTest[] {
  const latest = new Map(tests.map((test) => [test.number, test]));
  return [...latest.values()].sort((a, b) => a.number - b.number);
}

/** What it leads to, in a few words: "wrong7.c is the first that differs". */
export function foundWords({ verdict, by, candidates, tests }: BisectResult): string {
  const differs = { outputs: 'differs', end: 'fails', time: 'differs in time' }[by];
  const [first] = candidates;
  const name = tests.find(({ number }) => number === first)?.name;
  if (verdict === 'found' && name !== undefined) return `${name} is the first that ${differs}`;
  return candidates.length > 1 ? `one of ${String(candidates.length)} is the first that ${differs}` : 'not known';
}
