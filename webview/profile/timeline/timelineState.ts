/** What of the timeline outlives it, as JSON: times in decimal digits. What does not fit is ignored. */
import type { Arrangement } from './arrangement';
import type { ColourBy, Marker, TimelineState, TimeRange } from './timeline';

export interface TimelineParts extends Arrangement {
  readonly view: TimeRange | undefined;
  readonly colourBy: ColourBy;
  readonly flows: boolean;
  readonly criticalPath: boolean;
  readonly markers: readonly Marker[];
}

const COLOURS: readonly ColourBy[] = ['function', 'queue', 'worker', 'duration'];

export function stateOf({ view, order, hidden, collapsed, pinned, markers, ...rest }: TimelineParts): TimelineState {
  return {
    ...rest,
    ...(view === undefined ? {} : { from: String(view.from), to: String(view.to) }),
    pinned,
    hidden: [...hidden],
    collapsed: [...collapsed],
    order: [...order].map(([group, tracks]) => ({ group, tracks })),
    markers: markers.map(({ time, note }) => ({ time: String(time), note })),
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const ids = (value: unknown): readonly number[] =>
  Array.isArray(value) ? [...new Set(value.filter((id): id is number => Number.isSafeInteger(id)))] : [];
const time = (value: unknown): bigint | undefined => (typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? BigInt(value) : undefined);

export function partsOf(state: TimelineState): TimelineParts {
  const from = time(state['from']);
  const to = time(state['to']);
  const list = (value: unknown): readonly Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.filter(isRecord) : []);
  return {
    view: from !== undefined && to !== undefined && from < to ? { from, to } : undefined,
    pinned: ids(state['pinned']),
    hidden: new Set(ids(state['hidden'])),
    collapsed: new Set(ids(state['collapsed'])),
    order: new Map(list(state['order']).flatMap(({ group, tracks }) => (typeof group === 'number' ? [[group, ids(tracks)] as const] : []))),
    filter: typeof state['filter'] === 'string' ? state['filter'] : '',
    colourBy: COLOURS.find((by) => by === state['colourBy']) ?? 'function',
    flows: state['flows'] !== false,
    criticalPath: state['criticalPath'] === true,
    markers: list(state['markers']).flatMap((marker) => {
      const at = time(marker['time']);
      return at === undefined ? [] : [{ time: at, note: typeof marker['note'] === 'string' ? marker['note'] : '' }];
    }),
  };
}
