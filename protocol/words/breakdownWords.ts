/** Where the time of a scope goes, in words. */
import type { Breakdown, BreakdownPart } from '../measurement/benchmark';

type Size = (bytes: string) => string;

const listed = (name: string, texts: readonly string[]): readonly string[] => (texts.length === 0 ? [] : [`${name} ${texts.join(', ')}`]);

/** A part without the figures: a function's name, "16x1x1 workgroups; constants 1, 2; bindings 64 KiB, 4 MiB", "#50". */
export function breakdownLabel(
  { kind, label, record, via, workgroupCount, constants = [], bindings = [] }: BreakdownPart,
  size: Size,
): string {
  if (kind === 'record') return `#${String(record)}${via === undefined ? '' : ` by #${String(via)}`}`;
  if (kind !== 'launch') return label;
  const grid = workgroupCount === undefined ? 'workgroups from a buffer' : `${workgroupCount.join('x')} workgroups`;
  return [grid, ...listed('constants', constants.map(String)), ...listed('bindings', bindings.map(size))].join('; ');
}

/** What recording the parts costs: no verdict, as how far iterations of the same are from each other is not known. */
export function recordingSentence({ unrecorded: { medianNs, ratio, interval } }: Breakdown, time: (ns: number) => string): string {
  const bounds = interval.map((bound) => bound.toFixed(3)).join(', ');
  return `Recorded iterations take ${ratio.toFixed(3)}x [${bounds}] the time of as many in turn that were not: ${time(medianNs)}.`;
}

/** Why a part has no figures. */
export const PART_UNMEASURABLE = 'An execution is shorter than fifty readings of the clock.';

/** A part with those that it consists of, the longest first. */
export interface PartNode {
  /** Among the breakdown's parts. */
  readonly place: number;
  readonly part: BreakdownPart;
  readonly parts: readonly PartNode[];
}

/** Functions and operations, each with what it consists of. */
export function partTree({ parts }: Breakdown): readonly PartNode[] {
  const children: PartNode[][] = [...parts, undefined].map(() => []);
  for (const [place, part] of parts.entries()) children[part.parent ?? parts.length]?.push({ place, part, parts: children[place] ?? [] });
  for (const some of children) some.sort((a, b) => (b.part.medianNs ?? 0) - (a.part.medianNs ?? 0));
  return children[parts.length] ?? [];
}

/** What is not in the list. */
export function leftOutSentence({ leftOut, withoutRecords }: Breakdown): string | undefined {
  if (withoutRecords === true) return 'There are too many records to keep their times apart.';
  return leftOut === 0 ? undefined : `${String(leftOut)} shorter parts are not listed.`;
}
