/** What llvm info prints for people. */
import type { LlvmFolder, LlvmInfoResult, LlvmProblem, LlvmRecording } from '../../protocol/neighbour/llvm';
import { counted, grouped } from '../../protocol/words/countWords';
import { kernelWords, limitWords, LLVM_WRITERS, orOpen } from '../../protocol/words/llvmWords';
import { table } from './table';
import { byteSize, duration } from './units';

type Argument = LlvmRecording['arguments'][number];
type Changes = NonNullable<LlvmRecording['changes']>;
type ImageFunction = NonNullable<LlvmRecording['image']>['functions'][number];
type Words = Changes['ranges'][number]['before'];

const problemLine = ({ severity, file, field, message }: LlvmProblem): string =>
  `${severity}: ${file}${field === undefined ? '' : `, ${field}`}: ${message}`;

const limitsOf = (words: string, limits: LlvmRecording['launch']['teamsLimits']): readonly string[] => {
  const said = limitWords(limits);
  return said === undefined ? [] : [`${words} ${said}`];
};

function launchWords({ generation, launch }: LlvmRecording): string {
  const { teams, threads, tripCount, sharedMemoryBytes, teamsLimits, threadsLimits, deviceId } = launch;
  return [
    ...(teams === undefined ? [] : [`teams ${orOpen(teams)}`]),
    ...(threads === undefined ? [] : [`threads ${generation === 1 && threads !== '0' ? 'at most ' : ''}${orOpen(threads)}`]),
    ...(tripCount === undefined || tripCount === '0' ? [] : [counted(tripCount, 'iteration')]),
    ...(sharedMemoryBytes === undefined || sharedMemoryBytes === '0' ? [] : [`${byteSize(sharedMemoryBytes)} of shared memory`]),
    ...limitsOf('teams may be', teamsLimits),
    ...limitsOf('threads may be', threadsLimits),
    ...(deviceId === undefined ? [] : [`device ${deviceId}`]),
  ].join('; ');
}

function memoryWords({ memory: { basis, address, bytes } }: LlvmRecording): string {
  const size = counted(bytes, 'byte');
  if (basis === 'unknown' || address === undefined) return `${size}; where it began is not known`;
  return `${size} from 0x${BigInt(address).toString(16)} on${basis === 'assumed' ? ', which is assumed' : ''}`;
}

function argumentRow({ value, offset, pointer, integer = '', float = '', double = '' }: Argument, index: number): readonly string[] {
  const more = offset === undefined ? '' : offset.startsWith('-') ? ` - ${offset.slice(1)}` : ` + ${offset}`;
  if (value === undefined) return [String(index), 'not known', '', ''];
  if (pointer === undefined) return [String(index), 'scalar', integer + more, `float ${float}, double ${double}`];
  const begins = pointer.mayBeginAllocation ? 'may begin an allocation' : 'leads into an allocation';
  return [
    ...[String(index), 'pointer', `0x${BigInt(value).toString(16)}${more}`],
    `at byte ${grouped(pointer.offset)}, at most ${counted(pointer.bytes, 'byte')}; ${begins}`,
  ];
}

/** "byte 4,004 to 8,000: float 1 -> 3, integer ..., double ...". */
function rangeLine({ begin, end, before, after }: Changes['ranges'][number]): string {
  const change = (name: string, type: keyof Words): readonly string[] =>
    before[type] === undefined || before[type] === after[type] ? [] : [`${name} ${before[type]} -> ${after[type] ?? ''}`];
  const numbers = [...change('float', 'f32'), ...change('integer', 'i32'), ...change('double', 'f64')];
  const shown = numbers.length === 0 ? [`${before.hex} -> ${after.hex}`] : numbers;
  return `  byte ${grouped(begin)} to ${grouped(end)}: ${shown.join(', ')}`;
}

const countWords = ({ words4, words8, bytes }: Pick<Changes, 'words4' | 'words8' | 'bytes'>): string =>
  `${counted(words4, 'word')} of 4 bytes, ${grouped(words8)} of 8; ${counted(bytes, 'byte')}`;

function changeLines({ changes }: LlvmRecording): readonly string[] {
  if (changes === undefined) return ['changed: not known'];
  if (changes.bytes === '0') return [`changed: nothing of ${counted(changes.compared, 'byte')}`];
  const { rangeCount, ranges, regions } = changes;
  const left = BigInt(rangeCount) - BigInt(ranges.length);
  return [
    `changed: ${countWords(changes)}; in ${counted(rangeCount, 'range')}`,
    ...regions
      .filter(({ bytes }) => bytes !== '0')
      .map((region) => `  from argument ${region.arguments.join(', ')} on: ${countWords(region)}`),
    ...ranges.map(rangeLine),
    ...(left > 0n ? [`  ${counted(String(left), 'range')} more that changed ${left === 1n ? 'is' : 'are'} not listed`] : []),
  ];
}

function globalLine({ name, bytes, first }: LlvmRecording['globals'][number]): string {
  const numbers = [
    ...(first.f32 === undefined ? [] : [`float ${first.f32}`]),
    ...(first.i32 === undefined ? [] : [`integer ${first.i32}`]),
    ...(first.f64 === undefined ? [] : [`double ${first.f64}`]),
  ];
  return `global ${name}: ${counted(bytes, 'byte')}, ${bytes === '4' || bytes === '8' ? '' : 'beginning with '}${(numbers.length === 0 ? [first.hex] : numbers).join(', ')}`;
}

/** Functions of the image that are listed. */
const MOST_FUNCTIONS = 20;

function imageLines(image: LlvmRecording['image']): readonly string[] {
  if (image === undefined) return [];
  const { kind, functions } = image;
  if (functions.length === 0) return [`image: ${kind}`];
  const left = functions.length - MOST_FUNCTIONS;
  return [
    `image: ${kind}, ${counted(functions.length, 'function')}`,
    ...table(functions.slice(0, MOST_FUNCTIONS).map(functionRow), 0).map((line) => `  ${line}`),
    ...(left > 0 ? [`  ${counted(left, 'function')} more ${left === 1 ? 'is' : 'are'} not listed`] : []),
  ];
}

function functionRow(one: ImageFunction): readonly string[] {
  const { bytes, source, recorded } = one;
  const place = source === undefined ? '' : `${source.path}:${String(source.line)}`;
  return [recorded === true ? 'recorded' : '', bytes === undefined ? '' : byteSize(bytes), kernelWords(one), place];
}

function recordingText(recording: LlvmRecording): string {
  const { generation, name, arguments: listed, globals, image, files, problems } = recording;
  return [
    `${kernelWords(recording)}: ${name}, recorded by ${LLVM_WRITERS[generation]}`,
    `launch: ${launchWords(recording)}`,
    `memory: ${memoryWords(recording)}`,
    `arguments: ${String(listed.length)}`,
    ...table(listed.map(argumentRow), 0).map((line) => `  ${line}`),
    ...changeLines(recording),
    ...globals.map(globalLine),
    ...imageLines(image),
    ...files.map(({ role, name: file, bytes }) => `${role}: ${file}, ${byteSize(bytes)}`),
    ...problems.map(problemLine),
    '',
  ].join('\n');
}

function folderText({ recordings, report, problems }: LlvmFolder): string {
  const heads = ['kernel', 'file', 'teams', 'threads', 'memory', 'launches', 'time'];
  const rows = recordings.map((entry) => [
    kernelWords(entry),
    entry.file,
    ...[entry.teams, entry.threads].map((count) => (count === undefined ? '' : count === '0' ? 'any' : grouped(count))),
    entry.memoryBytes === undefined ? 'missing' : byteSize(entry.memoryBytes),
    entry.occurrences === undefined ? '' : grouped(entry.occurrences),
    entry.timeNs === undefined ? '' : duration(entry.timeNs),
  ]);
  const source = report === undefined ? 'no report of the recorder: times and launches are not known' : `report: ${report}`;
  return [
    `${counted(recordings.length, 'recording')}; ${source}`,
    ...(rows.length === 0 ? [] : table([heads, ...rows], 5)),
    ...problems.map(problemLine),
    '',
  ].join('\n');
}

/** The whole text. */
export const llvmInfoText = (found: LlvmInfoResult): string => (found.kind === 'recording' ? recordingText(found) : folderText(found));
