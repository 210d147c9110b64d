/** In place of the editor's host, of a page that stands alone in a file: it answers what is in it, and nothing can be asked to act. */
import type { Missing, ReportedComparison, ReportedTimelines, ReportedTrack } from '../../protocol/profile/comparisonReport';
import type { ComparedSide, ComparisonHost, ComparisonWebview } from '../../protocol/profile/profileComparison';
import { serve, type RpcHost, type RpcMessage } from '../../protocol/base/rpc';
import { offerFile } from '../report/readerFiles';
import { neighbourIn, occurrencesIn, placeOf, sliceAtIn } from './reportedTrack';

const inert = (): void => undefined;

const isMissing = (answer: object): answer is Missing => 'missing' in answer;

/** Throws with what is missing, which the page says as it says why something cannot be read. */
function there<T extends object>(answer: T | Missing): T {
  if (isMissing(answer)) throw new Error(answer.missing);
  return answer;
}

/** Answers the page; its answers go out through `post`. */
export function reportHost(reported: ReportedComparison, post: (message: RpcMessage) => void): RpcHost<ComparisonWebview> {
  const along = (): ReportedTimelines => there(reported.timelines);
  const trackOf = (side: ComparedSide, track: number): ReportedTrack | undefined =>
    along()[side].tracks.find(({ window }) => window.track === track);
  return serve<ComparisonHost, ComparisonWebview>(post, {
    start: () => reported.compared,
    samples({ key, record }) {
      const found = reported.samples.find((one) => one.key === key && one.record === record);
      if (found === undefined)
        throw new Error('The times of this record are not in the report: there was no room for those of all records.');
      return found;
    },
    figures: ({ question }) => there(reported.figures[question]),
    hotspots: () => reported.hotspots,
    timelines: () => along().timelines,
    windows: ({ side, tracks }) => along()[side].tracks.flatMap(({ window }) => (tracks.includes(window.track) ? [window] : [])),
    begun({ side, from }) {
      const { timelines, [side]: shown } = along();
      return shown.begun[timelines[side].runs.findIndex((run) => run.from === from)] ?? [];
    },
    occurrences: ({ side, track, indices }) => occurrencesIn(trackOf(side, track), indices),
    details({ side, track, index }) {
      const found = trackOf(side, track);
      const item = found?.window.indices.indexOf(index) ?? -1;
      if (found === undefined || item === -1) throw new Error('This dispatch is not in the report.');
      const [record] = occurrencesIn(found, [index]).records;
      const { name = '' } = along().timelines[side].names[found.window.names[item] ?? 0] ?? {};
      return { name, ...(record === undefined || record === 0xffffffff ? {} : { record }) };
    },
    neighbour: ({ side, track, index, by }) => placeOf(trackOf(side, track), (one) => neighbourIn(one, index, by)),
    sliceAt: ({ side, track, lane, time }) => placeOf(trackOf(side, track), (one) => sliceAtIn(one, lane, BigInt(time))),
    choose: () => reported.compared,
    addEarlier: () => undefined,
    openProfile: inert,
    openRecord: inert,
    openBoth: inert,
    copyText: ({ text }) => navigator.clipboard.writeText(text),
    save: offerFile,
    exportReport: inert,
    focused: inert,
  });
}
