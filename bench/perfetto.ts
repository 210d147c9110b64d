/** The timeline's core beside Perfetto's trace processor: the same profile, which Perfetto reads as the trace that we draw of it. */
import { statSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { medianOf } from '../protocol/measurement/statistics';
import { inTurns, timeProgram } from './measure';
import { milliseconds, times, type Line } from './report';
import { recordedProfile } from './recordedProfile';
import { readTimeline } from './timelineProcesses';

const cli = path.join(__dirname, '..', 'bin', 'ireereplay');

/** A tenth of what the timeline is measured with alone. */
const REPETITIONS = 10;
const ROUNDS = 3;

/** What both are asked once they have read everything: a list by name of what there is. */
const QUERY = 'select name, count(*), sum(dur) from slice group by name';

/** What the table says where there is none; empty where there is one. */
export const withoutPerfetto = (): string =>
  process.env['IR_TRACE_PROCESSOR'] === undefined ? " Perfetto's trace processor was not to be had." : '';

/** None where `IR_TRACE_PROCESSOR` does not say where trace_processor_shell is: it is not among PyPI's packages. */
export async function perfettoLines(folder: string): Promise<Line[]> {
  const processor = process.env['IR_TRACE_PROCESSOR'];
  if (processor === undefined) return [];
  const profile = await recordedProfile(folder, REPETITIONS);
  const [trace, query, output] = [path.join(folder, 'timeline.pftrace'), path.join(folder, 'query.sql'), path.join(folder, 'output')];
  await timeProgram(process.execPath, [cli, 'profile', 'render', '--format=perfetto', `--output=${trace}`, profile], output);
  writeFileSync(query, QUERY);
  const { ours, theirs } = await inTurns(
    ROUNDS,
    () => Promise.resolve(readTimeline(profile)),
    () => timeProgram(processor, ['-q', query, trace], output),
  );
  const [own, other] = [medianOf(ours.map(({ complete }) => complete)), medianOf(theirs.map((run) => run.milliseconds))];
  const memory = Math.max(...ours.map(({ peak }) => peak));
  const otherMemory = Math.max(...theirs.map(({ peakMebibytes }) => peakMebibytes));
  const size = (file: string): string => `${(statSync(file).size / 2 ** 20).toFixed(0)} MiB`;
  const what = `a million dispatches (a profile of ${size(profile)}, a trace of ${size(trace)})`;
  return [
    {
      what: `${what}, from opening to all levels of detail; of Perfetto its process, with one query`,
      ours: milliseconds(own),
      iree: milliseconds(other),
      ratio: `${times(other / own)} faster`,
      target: 'faster',
      met: own < other,
    },
    {
      what: 'largest memory of the process',
      ours: `${memory.toFixed(0)} MiB`,
      iree: `${otherMemory.toFixed(0)} MiB`,
      ratio: (memory / otherMemory).toFixed(2),
      target: 'less',
      met: memory < otherMemory,
    },
  ];
}
