/** Where what a row of a question is about lies on the timeline, and in the capture. */
import type { EventPlace, QuestionRows, SliceId } from '../../../protocol/profile/profile';
import type { Context } from '../context';
import { eventsOfRow } from './rowEvents';

type Row = QuestionRows['rows'][number];

/** Of a function its longest slice, as in the table of dispatches; of others that of the first event which is drawn. */
export async function placeOfRow({ host, asked }: Pick<Context, 'host' | 'asked'>, row: Row, signal?: AbortSignal): Promise<EventPlace> {
  const longest = longestOf(row, asked);
  if (longest !== undefined) {
    const { start, end, record, via } = await host.details(longest, signal);
    return { slice: { ...longest, start, end }, ...(record === undefined ? {} : { record }), ...(via === undefined ? {} : { via }) };
  }
  let place: EventPlace = {};
  for (const event of eventsOfRow(row)) {
    place = { ...(await host.eventPlace(event, signal)), ...place };
    if (place.slice !== undefined) break;
  }
  return place;
}

function longestOf(row: Row, { whole }: Context['asked']): SliceId | undefined {
  if (typeof row['type'] !== 'string' || !row['type'].startsWith('executable_function')) return undefined;
  const [id, ordinal] = [String(row['executable_id']), row['function_ordinal']];
  return whole.value?.functions.find(({ executable, function: own }) => executable === id && own === ordinal)?.longest;
}
