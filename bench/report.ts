/** One line of the table: what was measured, both figures, their ratio, and what it should be. */
export interface Line {
  readonly what: string;
  readonly ours: string;
  /** Of IREE's tools, or of what else it is compared with. */
  readonly iree: string;
  /** Ours over IREE's, or the other way round as `ratioOf` says. */
  readonly ratio: string;
  readonly target: string;
  readonly met: boolean;
}

/** What a line has that IREE has nothing to compare with. */
export const ownLine = { iree: '', ratio: '' } as const;

/** The lines as a table in Markdown; `other` is what they are compared with, empty where that has no figure of its own. */
export function table(lines: readonly Line[], other = 'IREE 3.13', own = 'ours'): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const compared = (cell: string): readonly string[] => (other === '' ? [] : [cell]);
  const head = ['what', own, ...compared(other), 'ratio', 'to reach', 'met'];
  const rows = lines.map(({ what, ours, iree, ratio, target, met }) =>
    row([what, ours, ...compared(iree), ratio, target, met ? 'yes' : 'no']),
  );
  return [row(head), row(head.map(() => '---')), ...rows].join('\n');
}

/** "0.25 s" of milliseconds. */
export function seconds(value: number): string {
  return `${(value / 1000).toFixed(2)} s`;
}

/** "12.3 ms" of milliseconds. */
export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

/** "24.5 ns" of nanoseconds. */
export function nanoseconds(value: number): string {
  return value < 1000 ? `${value.toFixed(1)} ns` : `${(value / 1000).toFixed(2)} us`;
}

/** "7.1 times". */
export function times(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} times`;
}
