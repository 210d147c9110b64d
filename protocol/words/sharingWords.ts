/** What was made of a capture, in sentences: on the command line and in the editor. */
import type { ExtractResult, PackResult, ReduceResult, RepairResult } from '../sharing/sharing';

const counted = (value: number, noun: string): string => `${String(value)} ${noun}${value === 1 ? '' : 's'}`;

/** "wrote whole.ireereplay: 31 records. The capture ends before record #31 at offset 8990, and 10 bytes are left out: ..." */
export function repairedSentence({ records, bytesLost, end }: RepairResult, output: string): string {
  const wrote = `wrote ${output}: ${counted(records, 'record')}`;
  if (end === undefined) return `${wrote}. The capture is whole.`;
  const at = [
    ...(end.record === undefined ? [] : [`record #${String(end.record)}`]),
    ...(end.offset === undefined ? [] : [`offset ${String(end.offset)}`]),
  ].join(' at ');
  const where = at === '' ? 'It was torn' : `It was torn before ${at}`;
  return `${wrote}. ${where}, and ${counted(bytesLost, 'byte')} behind the last whole record ${bytesLost === 1 ? 'is' : 'are'} left out: ${end.message}`;
}

/** One line a file, then the capture. */
function lines(result: PackResult, output: string, what: string, none: string): readonly string[] {
  const files = result.files.map(({ record, path, bytes, left }) =>
    left === undefined
      ? `${path} (#${String(record)}): ${counted(bytes, 'byte')} ${what}`
      : `${path} (#${String(record)}): not packed, ${left}`,
  );
  return [...(files.length === 0 ? [none] : files), `wrote ${output}: ${counted(result.bytes, 'byte')}`];
}

export const packedLines = (result: PackResult, output: string): readonly string[] =>
  lines(result, output, 'packed', 'the capture does not refer to any file');

export const unpackedLines = (result: PackResult, output: string): readonly string[] =>
  lines(result, output, 'taken out', 'the capture holds no file');

/** "first", "2nd", "13th". */
function nth(number: number): string {
  if (number === 1) return 'first';
  const teen = Math.floor(number / 10) % 10 === 1;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${String(number)}${ending}`;
}

/** "wrote piece.ireereplay: 31 of 5080 records, 1834 bytes, ... Replayed, it leaves the same bytes as the capture." */
export function extractedSentence(extracted: ExtractResult, output: string): string {
  const { name, scope, records, ofRecords, bytes, inputBytes, buffers, executables, comparedBytes, results, project } = extracted;
  const parts = `${counted(executables, 'executable')}, ${counted(buffers, 'buffer')} with ${counted(inputBytes, 'byte')} of input`;
  const replayed = {
    same: `Replayed, it leaves the same ${counted(comparedBytes, 'byte')} as the capture.`,
    unsteady: 'Whether it leaves the same bytes is not known: two replays of the capture leave different ones.',
    nothing: 'It leaves nothing that could be compared with what the capture leaves.',
  }[results];
  const named = scope === undefined ? name : `${name}[${String(scope.place)}], the ${nth(scope.place + 1)} of ${String(scope.of)}`;
  return `wrote ${output}${named === '' ? '' : `, ${named}`}: ${String(records)} of ${counted(ofRecords, 'record')}, ${counted(bytes, 'byte')}, ${parts}. ${replayed}${project === undefined ? '' : ` Its project is in ${project}: make test there.`}`;
}

/** "wrote small.ireereplay: 17 of 2077 records, 15012 bytes, after 213 checks. It still fails with SIGILL, ..."; then what is in doubt. */
export function reducedSentences(reduced: ReduceResult, output: string): readonly string[] {
  const { records, ofRecords, bytes, checks, failure, said, saidReduced, saysTheSame, keepsOrder, isSteady } = reduced;
  const wrote = `wrote ${output}: ${String(records)} of ${counted(ofRecords, 'record')}, ${counted(bytes, 'byte')}, after ${counted(checks, 'check')}.`;
  if (!isSteady) {
    return [
      `${wrote} It failed once (${failure}), and once more it did not: it does not fail each time, so what is left may not be what matters.`,
    ];
  }
  const otherwise =
    `It may be another failure: the check ends with “${saidReduced}”, and with the whole capture it ended with “${said}”. ` +
    'Say what a failure is with --says=TEXT.';
  const order = keepsOrder ? ', or its commands are no longer ordered' : '';
  return [
    `${wrote} It still fails (${failure}), and without any one of the records it does not${order}.`,
    ...(saysTheSame ? [] : [otherwise]),
  ];
}
