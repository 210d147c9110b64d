/** A function has one colour wherever it is drawn: by its rank, the share that it has of the work. */

/** Names of the variables `--fn-NAME` of theme.css, by rank. What is beyond has the last. */
export const FUNCTION_COLOURS = ['blue', 'purple', 'cyan', 'magenta', 'green', 'yellow', 'foreground', 'lines'] as const;

/** CSS colour of the function with this rank, from 0. */
export function functionColour(rank: number): string {
  return `var(--fn-${FUNCTION_COLOURS[Math.min(rank, FUNCTION_COLOURS.length - 1)] ?? 'lines'})`;
}
