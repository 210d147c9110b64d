/** A function has one colour wherever it is drawn: by its place among the functions of the capture's executables. */
import type { CaptureSummary } from '../../protocol/capture';

const COLOURS = ['blue', 'purple', 'cyan', 'magenta', 'green', 'yellow', 'foreground', 'lines'] as const;

/** CSS colour by function name; empty while no summary is there. */
export function functionColours(summary: CaptureSummary | undefined): ReadonlyMap<string, string> {
  const colours = new Map<string, string>();
  for (const { functions } of summary?.executables ?? []) {
    for (const name of functions) {
      if (!colours.has(name)) colours.set(name, `var(--fn-${COLOURS[Math.min(colours.size, COLOURS.length - 1)] ?? 'lines'})`);
    }
  }
  return colours;
}
