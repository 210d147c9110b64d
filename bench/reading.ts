/** Dumping and indexing against iree-dump-replay. */
import * as path from 'node:path';
import { openCapture } from '../engine/addon/capture';
import { medianOf } from '../protocol/measurement/statistics';
import { repeated } from './captures';
import { inTurns, timeProgram } from './measure';
import { milliseconds, times, ownLine, type Line } from './report';

const cli = path.join(__dirname, '..', 'bin', 'ireereplay');

/** Whole processes, output to a file. */
async function dumpLine(
  what: string,
  capture: string,
  format: string,
  runs: number,
  target: number,
  iree: string,
  output: string,
): Promise<Line[]> {
  const { ours, theirs } = await inTurns(
    runs,
    () => timeProgram(process.execPath, [cli, 'dump', `--format=${format}`, capture], output),
    () => timeProgram(path.join(iree, 'iree-dump-replay'), [`--format=${format}`, capture], output),
  );
  const own = medianOf(ours.map((run) => run.milliseconds));
  const other = medianOf(theirs.map((run) => run.milliseconds));
  const memory = Math.max(...ours.map((run) => run.peakMebibytes));
  const otherMemory = Math.max(...theirs.map((run) => run.peakMebibytes));
  return [
    {
      what: `dump --format=${format}, ${what}, whole process`,
      ours: milliseconds(own),
      iree: milliseconds(other),
      ratio: `${times(other / own)} faster`,
      target: `${String(target)} times`,
      met: other / own >= target,
    },
    {
      what: `dump --format=${format}, ${what}, peak memory`,
      ours: `${memory.toFixed(0)} MiB`,
      iree: `${otherMemory.toFixed(0)} MiB`,
      ratio: (memory / otherMemory).toFixed(2),
      target: 'at most 64 MiB',
      met: memory <= 64,
    },
  ];
}

interface Indexing {
  readonly total: number;
  readonly firstRows: number;
  readonly bytesPerRecord: number;
  readonly records: number;
}

/** From the path to the first page of rows, and to the whole index. */
async function index(file: string): Promise<Indexing> {
  const begin = performance.now();
  const capture = await openCapture(file);
  const view = capture.createView();
  let firstRows = NaN;
  await capture.index((progress) => {
    if (!progress.firstRows) return;
    void view.refresh();
    void view.rows(0, 1000).then(() => {
      firstRows = performance.now() - begin;
    });
  });
  const total = performance.now() - begin;
  const summary = await capture.summary();
  capture.close();
  return { total, firstRows, bytesPerRecord: summary.indexBytes / summary.records, records: summary.records };
}

async function indexLines(capture: string, runs: number, iree: string): Promise<Line[]> {
  await index(capture);
  const { ours, theirs } = await inTurns(
    runs,
    () => index(capture),
    () => timeProgram(path.join(iree, 'iree-dump-replay'), ['--format=text', capture], '/dev/null'),
  );
  const own = medianOf(ours.map((run) => run.total));
  const other = medianOf(theirs.map((run) => run.milliseconds));
  const first = medianOf(ours.map((run) => run.firstRows));
  const bytes = ours[0]?.bytesPerRecord ?? NaN;
  const what = `${((ours[0]?.records ?? 0) / 1e6).toFixed(2)} million records`;
  return [
    {
      what: `index of ${what} (against dump as text to nowhere)`,
      ours: milliseconds(own),
      iree: milliseconds(other),
      ratio: (own / other).toFixed(3),
      target: 'under 0.2',
      met: own / other < 0.2,
    },
    {
      what: `first 1,000 rows described, ${what}`,
      ours: milliseconds(first),
      ...ownLine,
      target: 'within 10 ms',
      met: first <= 10,
    },
    {
      what: `memory of the index, ${what}`,
      ours: `${bytes.toFixed(1)} B a record`,
      ...ownLine,
      target: 'at most 32 B',
      met: bytes <= 32,
    },
  ];
}

/** All lines about reading. */
export async function readingLines(iree: string, output: string): Promise<Line[]> {
  const hundredThousand = await repeated('command-buffers-1k', 100);
  const million = await repeated('command-buffers-1k', 490);
  return [
    ...(await dumpLine('100k dispatches in command buffers', hundredThousand, 'jsonl', 7, 5, iree, output)),
    ...(await dumpLine('a million records', million, 'jsonl', 3, 5, iree, output)),
    ...(await indexLines(million, 5, iree)),
  ];
}
