/** Names of the parts of a breakdown that are the same in every run of the same capture: what their history goes by. */
import type { BreakdownPart } from '../measurement/benchmark';

/** What of a part's name follows that of what it is a part of. */
function step({ kind, label, executable, ordinal, workgroupCount, constants, bindings, record }: BreakdownPart): string {
  switch (kind) {
    case 'function':
      return `executable:${executable ?? ''}/function:${String(ordinal)}`;
    case 'operation':
      return `operation:${label}`;
    case 'launch':
      return `launch:${JSON.stringify([workgroupCount ?? null, constants, bindings])}`;
    case 'record':
      return `record:${String(record)}`;
  }
}

/** Below the row with this name; undefined of parts that cannot be told apart, as launches that differ in what a breakdown does not say. */
export function partNames(row: string, parts: readonly BreakdownPart[]): readonly (string | undefined)[] {
  const names: string[] = [];
  for (const part of parts) names.push(`${part.parent === undefined ? row : (names[part.parent] ?? row)}/${step(part)}`);
  const met = new Map<string, number>();
  for (const name of names) met.set(name, (met.get(name) ?? 0) + 1);
  const isPlain = (place: number | undefined): boolean =>
    place === undefined || (met.get(names[place] ?? '') === 1 && isPlain(parts[place]?.parent));
  return names.map((name, place) => (isPlain(place) ? name : undefined));
}
