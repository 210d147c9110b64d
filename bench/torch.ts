/** Traces of PyTorch's profiler beside Python's json, and Perfetto's trace processor where that is to be had. */
import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readTorchTrace } from '../engine/addon/torch';
import { medianOf } from '../protocol/measurement/statistics';
import { inTurns, timeProgram, type ProgramRun } from './measure';
import { ownLine, seconds, times, type Line } from './report';

const cli = path.join(__dirname, '..', 'bin', 'ireereplay');
const ROUNDS = 5;
const QUERY = 'select name, count(*), sum(dur) from slice group by name';

const packed = path.join(__dirname, '..', 'test', 'fixtures', 'neighbours', 'pytorch', 'eager-b200.json.gz');

/** Between the same events of two repetitions, in microseconds: more than the trace lasts. */
const PERIOD = 100_000n;

/** A trace of that many bytes at least, made by repeating a real one, each time later. */
function writeRepeated(file: string, bytes: number): void {
  const text = gunzipSync(readFileSync(packed)).toString();
  const begin = text.indexOf('"traceEvents":[') + '"traceEvents":['.length;
  const end = text.lastIndexOf('],"traceName"');
  const parts = text.slice(begin, end).split(/"ts":(?=\d)/);
  const output = openSync(file, 'w');
  writeSync(output, text.slice(0, begin));
  for (let repetition = 0n, size = 0; size < bytes; repetition++) {
    const later = parts.map((part, index) => {
      if (index === 0) return part;
      const [digits = ''] = /^\d+/.exec(part) ?? [];
      return `${String(BigInt(digits) + repetition * PERIOD)}${part.slice(digits.length)}`;
    });
    size += writeSync(output, `${repetition === 0n ? '' : ','}${later.join('"ts":')}`);
  }
  writeSync(output, text.slice(end));
  closeSync(output);
}

/** Bytes of text read in a second of processor time, of all threads together, in units of 10^6. */
async function parsingSpeed(file: string): Promise<number> {
  const before = process.cpuUsage();
  await readTorchTrace(file);
  const { user, system } = process.cpuUsage(before);
  return statSync(file).size / (user + system);
}

/** `megabytes`: of the trace. */
export async function torchLines(folder: string, megabytes: number): Promise<Line[]> {
  const [file, output] = [path.join(folder, 'trace.json'), path.join(folder, 'output')];
  writeRepeated(file, megabytes * 1e6);
  const what = `a trace of ${(statSync(file).size / 1e6).toFixed(0)} MB`;
  const speeds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) speeds.push(await parsingSpeed(file));
  const speed = medianOf(speeds);
  const own: Line = {
    what: `${what}, read into columns, a second of processor time`,
    ours: `${speed.toFixed(0)} MB`,
    ...ownLine,
    target: 'at least 400 MB',
    met: speed >= 400,
  };
  const read = 'import json, sys; json.load(open(sys.argv[1]))';
  const info = (): Promise<ProgramRun> => timeProgram(process.execPath, [cli, 'torch', 'info', file], output);
  const lines = [
    own,
    ...(await compared(`${what}: torch info, and Python's json.load alone`, info, () =>
      timeProgram('python3', ['-c', read, file], output),
    )),
  ];
  const processor = process.env['IR_TRACE_PROCESSOR'];
  if (processor === undefined) return lines;
  const query = path.join(folder, 'query.sql');
  writeFileSync(query, QUERY);
  const asked = (): Promise<ProgramRun> => timeProgram(processor, ['-q', query, file], output);
  return [...lines, ...(await compared(`${what}: torch info, and Perfetto's trace processor with one query`, info, asked))];
}

async function compared(what: string, our: () => Promise<ProgramRun>, their: () => Promise<ProgramRun>): Promise<Line[]> {
  const { ours, theirs } = await inTurns(ROUNDS, our, their);
  const took = (runs: readonly ProgramRun[]): number => medianOf(runs.map((run) => run.milliseconds));
  const held = (runs: readonly ProgramRun[]): number => Math.max(...runs.map(({ peakMebibytes }) => peakMebibytes));
  const mebibytes = (value: number): string => `${value.toFixed(0)} MiB`;
  return [
    {
      what: `${what}, whole process`,
      ours: seconds(took(ours)),
      iree: seconds(took(theirs)),
      ratio: `${times(took(theirs) / took(ours))} faster`,
      target: 'faster',
      met: took(ours) < took(theirs),
    },
    {
      what: 'its peak memory',
      ours: mebibytes(held(ours)),
      iree: mebibytes(held(theirs)),
      ratio: (held(ours) / held(theirs)).toFixed(2),
      target: 'less',
      met: held(ours) < held(theirs),
    },
  ];
}
