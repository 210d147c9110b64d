/** What of a row the host is asked for when its time is wanted. */
import type { ViewMode } from '../../../protocol/capture/capture';
import type { Row } from '../../../protocol/capture/recordRows';
import { EVERY_VIA, NO_LAST, NO_VIA, type RowPlaces } from '../../../protocol/capture/recordTimes';

export interface RowPlace {
  readonly record: number;
  readonly via: number;
  readonly last: number;
}

/** Undefined of a row that stands for nothing that is executed: an object, a type of objects. */
export function rowPlace({ key, record, run, last }: Pick<Row, 'key' | 'record' | 'run' | 'last'>, mode: ViewMode): RowPlace | undefined {
  if (record === undefined || !/^h?\d/.test(key)) return undefined;
  if (run !== undefined) return { record, via: NO_VIA, last: run.last };
  const via = /@(\d+)$/.exec(key)?.[1];
  // Elsewhere than in the tree a command stands for all of its executions.
  const executed = via !== undefined ? Number(via) : mode === 'tree' ? NO_VIA : EVERY_VIA;
  return { record, via: executed, last: last ?? NO_LAST };
}

export function packPlaces(places: readonly RowPlace[]): RowPlaces {
  return {
    records: Uint32Array.from(places, ({ record }) => record),
    vias: Uint32Array.from(places, ({ via }) => via),
    lasts: Uint32Array.from(places, ({ last }) => last),
  };
}
