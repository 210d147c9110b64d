/** profile diff --report: two profiles side by side as a page that opens in any browser. */
import { version } from '../../package.json';
import type { Missing, ReportedComparison, ReportedSamples } from '../../protocol/profile/comparisonReport';
import { isCancelled, problemOf } from '../../protocol/base/problemOf';
import type { ComparedAnswer, ComparedQuestion, KeptComparison, ProfileDiffRow } from '../../protocol/profile/profileComparison';
import { openProfile, type ProfileDocument } from '../addon/profileDocument';
import { questionFigures } from '../rendering/questionFigures';
import { comparisonReport } from '../report/comparisonReport';
import { comparedHotspots, readComparison, type ReadComparison } from './comparedProfiles';
import { reportedTimelines } from './reportedTimelines';

/** Times of functions and records, beyond which records are left out. */
const MOST_SAMPLES = 200_000;

/** Reads both and returns the HTML. `pages` is the folder of the built pages. Rejects as readComparison() does. */
export async function comparisonPage(kept: KeptComparison, pages: string, signal?: AbortSignal): Promise<string> {
  const read = await readComparison(kept, signal);
  return comparisonReport(pages, await reported(read, kept.before.at(-1) ?? kept.b, kept.b, signal), version);
}

async function reported(read: ReadComparison, a: string, b: string, signal: AbortSignal | undefined): Promise<ReportedComparison> {
  const { compared } = read;
  const figures = (question: ComparedQuestion): Promise<ComparedAnswer | Missing> => orMissing(questionFigures(a, b, question, signal));
  return {
    compared: { ...compared, choices: [] },
    samples: samplesOf(read),
    figures: {
      command: await figures('command'),
      queue: await figures('queue'),
      memory: await figures('memory'),
      counter: await figures('counter'),
    },
    hotspots: await orMissing(comparedHotspots(a, b, signal)),
    timelines: await orMissing(alongTime(a, b, compared.matchedBy === 'record', signal)),
  };
}

/** What the page says in place of an answer. */
async function orMissing<T>(answer: Promise<T>): Promise<T | Missing> {
  try {
    return await answer;
  } catch (error) {
    if (isCancelled(error)) throw error;
    return { missing: problemOf(error).message };
  }
}

function samplesOf(read: ReadComparison): readonly ReportedSamples[] {
  const { functions } = read.compared;
  let room = MOST_SAMPLES;
  const taken = ({ key, record }: ProfileDiffRow): readonly ReportedSamples[] => {
    const times = read.samplesOf(key, record);
    room -= times.a.length + times.b.length;
    return record !== undefined && room < 0 ? [] : [{ key, ...(record === undefined ? {} : { record }), ...times }];
  };
  return [...functions.flatMap(taken), ...functions.flatMap(({ records }) => records.flatMap(taken))];
}

async function alongTime(
  a: string,
  b: string,
  sameCapture: boolean,
  signal: AbortSignal | undefined,
): Promise<ReportedComparison['timelines']> {
  const opened: ProfileDocument[] = [];
  const read = async (file: string): Promise<ProfileDocument> => {
    const document = await openProfile(file, signal);
    opened.push(document);
    await document.load(undefined, signal);
    return document;
  };
  try {
    return await reportedTimelines(await read(a), await read(b), sameCapture, signal);
  } finally {
    for (const document of opened) document.close();
  }
}
