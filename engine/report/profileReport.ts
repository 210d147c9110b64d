/** A profile as one HTML file, for people without the extension: what it is, where its time went, and when what ran. */
import type { Hotspots } from '../../protocol/code/hotspots';
import type {
  Cause,
  FlameFrame,
  FunctionRow,
  ProfileSummary,
  RangeStatistics,
  SliceName,
  TrackInfo,
  TrackWindow,
} from '../../protocol/profile/profile';
import { grouped } from '../../protocol/words/countWords';
import { percent } from '../../protocol/words/percent';
import { timeText } from './figures';
import { flamePicture } from './flamePicture';
import { sampledSection } from './sampledSection';
import { builtPart, escaped, standalonePage } from './standalonePage';
import { coloursOf, MOST_LANES, trackPicture } from './trackPicture';

/** A track, and what lies on it. */
interface DrawnTrack {
  readonly track: TrackInfo;
  readonly window: TrackWindow;
  /** Which device and queue it is of, where there are several. */
  readonly place: string;
}

/** What is shown of it. */
export interface ReportedProfile {
  readonly summary: ProfileSummary;
  readonly names: readonly SliceName[];
  /** Those that are drawn, with what lies on each over the whole span. */
  readonly tracks: readonly DrawnTrack[];
  /** How many others have something on them. */
  readonly undrawn: number;
  /** Of the whole span. */
  readonly statistics: RangeStatistics;
  readonly causes: readonly Cause[];
  /** Of the flame graph of the whole span. */
  readonly frames: readonly FlameFrame[];
  readonly hotspots: Hotspots;
}

/** Rows of a table; the page says how many are left out. */
const MOST_ROWS = 500;

/** The HTML. `pages` is the folder of the built pages, dist/webview; rejects where it lacks the style. */
export async function profileReport(pages: string, profile: ReportedProfile, version: string): Promise<string> {
  const { summary, names, tracks, undrawn, statistics, causes, frames, hotspots } = profile;
  const colours = coloursOf(names);
  const body = `    <header class="about"><b>Profile: ${escaped(summary.fileName)}</b> <span class="by">IREE Replay ${escaped(version)}</span></header>
    <main class="profile">
      <p class="lead">${escaped(wholeness(summary))}</p>
      ${factsOf(summary)}
      ${section('Where the time went', causeList(causes, Number(summary.span)))}
      ${section('When what ran', trackList(tracks, undrawn, Number(summary.span), colours))}
      ${section('What ran within what', flame(frames, colours))}
      ${section('Dispatches by function', functionTable(statistics, colours))}
      ${hotspots.samples === 0 ? '' : section('Where kernels were sampled', sampledSection(hotspots, names, colours))}
    </main>`;
  return standalonePage({ title: `Profile: ${summary.fileName}`, version, styles: [await builtPart(pages, 'profileReport.css')], body });
}

const section = (title: string, content: string): string => `<section><h2>${title}</h2>${content}</section>`;

/** Whether all that ran is in it, which comes first. */
function wholeness({ torn, unfinished, droppedRecords, truncatedChunks }: ProfileSummary): string {
  const missing = `${grouped(droppedRecords)} dropped, ${grouped(truncatedChunks)} truncated`;
  if (torn !== undefined) return `Ends early: ${torn.message}; ${missing}`;
  if (unfinished !== undefined) {
    const { message, record } = unfinished;
    return `Unfinished replay: ${message}${record === undefined ? '' : ` (record #${String(record)})`}`;
  }
  return `${droppedRecords === '0' && truncatedChunks === '0' ? 'Complete' : 'Incomplete'}: ${missing}`;
}

function factsOf(summary: ProfileSummary): string {
  const { format, devices, span, dispatches, dispatchActive, submissions, queues, workers, highWater, capture, notices, events } = summary;
  const busy = span === '0' ? '' : `, in ${escaped(percent(Number(dispatchActive) / Number(span)))} of the time`;
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ['capture', capture === undefined ? undefined : escaped(capture.path)],
    ['devices', devices.length === 0 ? undefined : escaped(devices.join(', '))],
    ['span', timeText(Number(span))],
    ['dispatches', `${grouped(dispatches)}${busy}`],
    ['submissions', `${grouped(submissions)}, on ${String(queues)} ${queues === 1 ? 'queue' : 'queues'}`],
    ['workers', workers === 0 ? undefined : String(workers)],
    ['high water', highWater === undefined ? undefined : `${grouped(highWater)} bytes`],
    ['events', `${grouped(events)}, profile ${escaped(format)}`],
  ];
  const rows = facts.flatMap(([name, value]) => (value === undefined ? [] : [`<dt>${name}</dt><dd>${value}</dd>`]));
  return `<dl>${rows.join('')}</dl>${notices.map((notice) => `<p class="note">${escaped(notice)}</p>`).join('')}`;
}

function causeList(causes: readonly Cause[], span: number): string {
  if (causes.length === 0) return '<p>Nothing stands out: no function, wait, gap or worker costs more than its share.</p>';
  const most = Math.max(...causes.map(({ costNs }) => costNs));
  const rows = causes.map(({ sentence, costNs }) => {
    const words = escaped(sentence.map(({ text }) => text).join(''));
    const cost = costNs === 0 ? '' : `${timeText(costNs)} <span class="dim">${escaped(percent(span === 0 ? 0 : costNs / span))}</span>`;
    return `<tr><td class="r">${cost}</td><td>${bar(most === 0 ? 0 : costNs / most)}</td><td class="words">${words}</td></tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

const bar = (part: number): string => `<span class="bar"><i style="width:${(100 * part).toFixed(1)}%"></i></span>`;

function trackList(tracks: readonly DrawnTrack[], undrawn: number, span: number, colours: readonly string[]): string {
  if (tracks.length === 0) return '<p>Nothing on it has a time.</p>';
  const rows = tracks.map(({ track, window, place }) => {
    const beyond =
      track.lanes > MOST_LANES ? ` <span class="dim">${String(MOST_LANES)} of ${grouped(track.lanes)} side by side</span>` : '';
    const name = `${place === '' ? '' : `<span class="dim">${escaped(place)}</span> `}${escaped(track.name)}${beyond}`;
    return `<tr><th scope="row">${name}</th><td class="picture">${trackPicture(track, window, span, colours)}</td></tr>`;
  });
  const ends = `<tr><th></th><td class="ends"><span>0</span><span>${timeText(span)}</span></td></tr>`;
  return `<table class="tracks">${rows.join('')}${ends}</table>${leftOut(undrawn, 'tracks')}`;
}

function flame(frames: readonly FlameFrame[], colours: readonly string[]): string {
  if (frames.length === 0) return '<p>Nothing on it was executed.</p>';
  return flamePicture({
    frames,
    sizeOf: ({ totalNs }) => totalNs,
    label: 'Flame graph',
    text: ({ name }) => name,
    title: ({ name, totalNs, count }, whole) =>
      `${name}: ${timeText(totalNs)}, ${percent(whole === 0 ? 0 : totalNs / whole)}, ${grouped(count)} times`,
    colour: ({ nameIndex }) => colours[nameIndex ?? -1] ?? 'var(--vscode-charts-lines)',
  });
}

function functionTable({ functions, shareOf }: RangeStatistics, colours: readonly string[]): string {
  if (functions.length === 0) return '<p>No dispatch was recorded.</p>';
  const most = Math.max(...functions.map(({ share }) => share));
  const titles = [
    'Function',
    'Count',
    shareOf === 'dispatches' ? 'Share of dispatches' : 'Share',
    '',
    'Total',
    'Median',
    'MAD',
    'p95',
    'Min',
    'Max',
  ];
  const row = ({ name, nameIndex, count, share, totalNs, medianNs, madNs, p95Ns, leastNs, mostNs }: FunctionRow): string =>
    `<tr><td class="words"><i class="colour" style="background:${colours[nameIndex] ?? 'none'}"></i>${escaped(name)}</td>` +
    `<td class="r">${grouped(count)}</td><td class="r">${escaped(percent(share))}</td><td>${bar(most === 0 ? 0 : share / most)}</td>` +
    [totalNs, medianNs, madNs, p95Ns, leastNs, mostNs].map((ns) => `<td class="r">${timeText(ns)}</td>`).join('') +
    '</tr>';
  const heads = titles.map((title, i) => `<th scope="col" class="${i === 0 ? '' : 'r'}">${title}</th>`);
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${functions.slice(0, MOST_ROWS).map(row).join('')}</tbody></table>${leftOut(functions.length - MOST_ROWS, 'functions')}`;
}

const leftOut = (count: number, what: string): string =>
  count <= 0 ? '' : `<p class="dim">${grouped(count)} more ${what} are left out.</p>`;
