/** A verification in one sentence. */
import type { ComparedRange, VerificationResult } from '../../protocol/replay/verification';
import { comparedBuffers, toldDifference } from '../../protocol/words/comparedBuffers';
import { otherInputsSentence } from '../../protocol/words/otherInputsWords';
import { unwrittenSentence, withBuffersElsewhere } from '../../protocol/words/otherPlacesWords';
import { stateSentence } from '../../protocol/words/stateSentence';
import { wrongVerdict } from '../../protocol/words/wrongVerdict';

const AGAINST: Readonly<Record<VerificationResult['against'], string>> = {
  original: "the original's",
  devices: "the other device's",
  capture: "the other capture's",
  expected: 'the expected ones',
  itself: 'those of another run',
};

/** How far apart numbers are, and how many NaNs differ; only numbers have a distance. */
function distanceWords({ type, nanExpected, nanActual, maxUlp, maxAbsolute }: ComparedRange): string {
  if (type === 'bytes') return '';
  const hasNan = nanExpected !== '0' || nanActual !== '0';
  const apart = maxUlp === '0' ? '' : `, ${hasNan ? 'numbers ' : ''}by at most ${maxUlp} ULP or ${String(maxAbsolute)}`;
  return `${apart}${hasNan ? `; NaN: ${nanExpected} expected, ${nanActual} found` : ''}`;
}

/** "buffer 12 at byte 4: expected 1.5, got 0; 100 of 65536 f32 differ (at most 3 ULP)". */
export function rangeSentence(range: ComparedRange): string {
  const { first, type, elements, outOfTolerance, buffer, record } = range;
  const noun = type === 'bytes' ? 'bytes' : type;
  const place = `buffer ${buffer}, ${range.function === undefined ? `read by #${String(record)}` : `written by ${range.function} (#${String(record)})`}`;
  if (outOfTolerance === '0') return `${place}: ${elements} ${noun} agree`;
  const where =
    first === undefined
      ? ''
      : `; the first at index ${first.index} (byte ${first.byteOffset}): expected ${first.expected}, got ${first.actual}`;
  return `${place}: ${outOfTolerance} of ${elements} ${noun} differ${distanceWords(range)}${where}`;
}

/** `whose` outputs it is compared with, where that says more than what kind of thing they are of. */
export function verificationSentence(result: Omit<VerificationResult, 'sentence'>, whose = AGAINST[result.against]): string {
  const { ranges, problems, deterministic, runs, unknown, leftOut, keepsState, timed, otherInputs, dependsOnUnwritten } = result;
  if (unknown !== undefined) return `Nothing is known about the outputs: ${unknown}.`;
  const wrong = toldDifference(ranges);
  const { compared, differing } = comparedBuffers(ranges);
  const buffers = `${String(compared)} buffer${compared === 1 ? '' : 's'}`;
  if (dependsOnUnwritten !== undefined && wrongVerdict(result) === 'depends-on-unwritten-memory') {
    const how = ranges.find((range) => !range.agrees && range.placement !== undefined);
    const what = how === undefined ? 'the replay does not come to its end' : rangeSentence(how);
    return `${unwrittenSentence(dependsOnUnwritten)}: ${withBuffersElsewhere(dependsOnUnwritten.seed)}, ${what}.`;
  }
  const state = keepsState === undefined ? '' : ` ${stateSentence(keepsState)}`;
  if (timed?.differs === true && wrong !== undefined) {
    return `The outputs agreed with ${whose} when it was verified, but not when it was timed: ${rangeSentence(wrong)}.${state}`;
  }
  if (otherInputs?.differs !== undefined && wrong !== undefined) {
    return `The outputs agree with ${whose} on the recorded inputs, but not on other ones (seed ${String(otherInputs.differs)}): ${rangeSentence(wrong)}.${state}`;
  }
  const elsewhere = otherInputs === undefined ? '' : ` ${otherInputsSentence(otherInputs)}`;
  const chance = `${deterministic ? '' : ` ${String(runs)} runs of the same gave different bits.`}${leftOut === undefined ? '' : ` ${leftOut}`}`;
  if (wrong === undefined && problems.length === 0) {
    const exact = ranges.every(({ bitEqual, elements }) => bitEqual === elements);
    const most = ranges.reduce((max, { maxUlp }) => (BigInt(maxUlp) > max ? BigInt(maxUlp) : max), 0n);
    const nan = ranges.some(({ nanExpected }) => nanExpected !== '0');
    const how = exact ? 'bit for bit' : `within tolerance (at most ${String(most)} ULP${nan ? ', NaN taken as NaN' : ''})`;
    return `The outputs agree with ${whose}, ${how}, in ${buffers}.${elsewhere}${chance}${state}`;
  }
  const parts = [...problems, ...(wrong === undefined ? [] : [`${rangeSentence(wrong)}.`])];
  return `The outputs differ from ${whose}${differing > 0 ? ` in ${String(differing)} of ${buffers}` : ''}: ${parts.join(' ')}${chance}${state}`;
}
