/**
 * Which events a row of a question is about, and whether it is about an event: rows and events name the same things by the same fields.
 */
import type { EventKind, ProfileEvent, QuestionRows } from '../../../protocol/profile/profile';

type Row = QuestionRows['rows'][number];

/** Events of a kind with the numbers that the row has, by the event's field and by the row's where that is another. */
interface Lookup {
  readonly kind: EventKind;
  readonly fields: readonly (string | { readonly field: string; readonly row: string } | { readonly field: string; readonly is: string })[];
}

interface RowEvents {
  /** Looked for in this order: the first that there is, is what the row shows. */
  readonly lookups: readonly Lookup[];
  /** A row is about an event that has the row's numbers in all of these fields, */
  readonly about: readonly string[];
  /** or if it is of that kind, in all of these. */
  readonly itself?: { readonly kind: EventKind; readonly fields: readonly string[] };
}

/** IREE's ordinal of none: of a command buffer as a whole, whose event is of no single command. */
const NONE = '4294967295';
const DEVICE = 'physical_device_ordinal';
const QUEUE = [DEVICE, 'queue_ordinal'] as const;
const SUBMISSION = ['submission_id', ...QUEUE] as const;
const EVENT = ['event_id', DEVICE] as const;
const COMMAND = ['command_buffer_id', 'command_index'] as const;
const POOL = ['pool_id', 'memory_type', 'buffer_usage', DEVICE] as const;
const FUNCTION = ['executable_id', 'function_ordinal'] as const;

const executed = (fields: Lookup['fields']): readonly Lookup[] => [
  { kind: 'dispatch_event', fields },
  { kind: 'host_execution_event', fields },
];
const itself = (kind: EventKind, about: readonly string[]): RowEvents => ({
  lookups: [{ kind, fields: EVENT }],
  about,
  itself: { kind, fields: EVENT },
});
const BUFFER: Lookup = {
  kind: 'host_execution_event',
  fields: ['command_buffer_id', { field: 'command_index', is: NONE }, { field: 'executable_id', is: '0' }],
};
const RUN = ['command_buffer_id', ...SUBMISSION] as const;
const functions: RowEvents = { lookups: executed(FUNCTION), about: FUNCTION };

/** By the row's type. Rows of other types are about no event. */
const ROW_EVENTS: Readonly<Record<string, RowEvents>> = {
  queue_event: itself('queue_event', SUBMISSION),
  host_execution_event: itself('host_execution_event', []),
  queue_device_event: itself('queue_device_event', []),
  queue_submission: { lookups: [{ kind: 'queue_event', fields: SUBMISSION }, ...executed(SUBMISSION)], about: SUBMISSION },
  memory_event: itself('memory_event', []),
  memory_allocation: {
    lookups: [{ kind: 'memory_event', fields: [{ field: 'event_id', row: 'first_event_id' }, DEVICE] }],
    about: ['allocation_id', DEVICE],
  },
  memory_pool: { lookups: [{ kind: 'memory_event', fields: POOL }], about: POOL },
  command_operation: { lookups: executed(COMMAND), about: COMMAND },
  command_host_execution: { lookups: [{ ...BUFFER, fields: [...BUFFER.fields, ...SUBMISSION] }, ...executed(RUN)], about: RUN },
  command_execution: { lookups: executed(RUN), about: RUN },
  command_buffer: { lookups: [BUFFER, ...executed(['command_buffer_id'])], about: ['command_buffer_id'] },
  executable_function_dispatch_group: functions,
  executable_function_host_dispatch_group: functions,
  executable_function: functions,
  executable: { lookups: executed(['executable_id']), about: ['executable_id'] },
};

/** Undefined where the row has no such number. Ids begin at 1, but for that of a pool without one. */
function numberOf(row: Row, field: string): string | undefined {
  const value = row[field];
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  return field.endsWith('_id') && field !== 'pool_id' && Number(value) === 0 ? undefined : String(value);
}

const eventsOf = ({ type }: Row): RowEvents | undefined => (typeof type === 'string' ? ROW_EVENTS[type] : undefined);

/** What to look for, in this order, to show a row on the timeline; nothing for a row that is about no event. */
export function eventsOfRow(row: Row): readonly ProfileEvent[] {
  return (eventsOf(row)?.lookups ?? []).flatMap(({ kind, fields }) => {
    const numbers = fields.map((one): readonly [string, string | undefined] => {
      if (typeof one === 'string') return [one, numberOf(row, one)];
      return [one.field, 'is' in one ? one.is : numberOf(row, one.row)];
    });
    const known = numbers.filter((pair): pair is readonly [string, string] => pair[1] !== undefined);
    return known.length === numbers.length ? [{ kind, fields: Object.fromEntries(known) }] : [];
  });
}

/** Whether a row is about an event: the event's own, or what it belongs to. */
export function isAbout(row: Row, event: ProfileEvent): boolean {
  const events = eventsOf(row);
  if (events === undefined) return false;
  const fields = events.itself?.kind === event.kind ? events.itself.fields : events.about;
  return fields.length > 0 && fields.every((field) => numberOf(row, field) !== undefined && numberOf(row, field) === event.fields[field]);
}
