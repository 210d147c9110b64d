/** Whether the memory that a replay left is what the recorded launch left: by our own comparison, and by what LLVM's tool says. */
import type { LlvmChanges, LlvmVerification } from '../../protocol/neighbour/llvm';
import { counted, grouped } from '../../protocol/words/countWords';
import type { ComparedMemory } from './replayedMemory';

type Verdict = Pick<LlvmVerification, 'verdict' | 'sentence'>;

/** What was found of a replay that the tool finished. */
export interface Found {
  /** Where memory differs, bit for bit; a sentence where that could not be told. */
  readonly differences: LlvmChanges | string;
  /** Of what differs, within a tolerance; a sentence where that could not be told, undefined where no type was asked for. */
  readonly elements?: ComparedMemory | string | undefined;
  /** What the tool itself says. */
  readonly toolVerified?: boolean | undefined;
}

const unknown = (why: string): Verdict => ({ verdict: 'not-known', sentence: `Whether memory is as recorded is not known: ${why}.` });

/** "from argument 1 on": the last that leads to the byte or before it. */
function argumentWords({ regions }: LlvmChanges, byte: number): string {
  const region = regions.findLast(({ begin }) => Number(begin) <= byte);
  return region === undefined || region.arguments.length === 0
    ? ''
    : `, ${grouped(byte - Number(region.begin))} bytes into what argument ${region.arguments.join(', ')} points to`;
}

function bytesDiffer(differences: LlvmChanges): string {
  const [first] = differences.ranges;
  if (first === undefined) return `Memory differs from the recorded launch in ${counted(differences.bytes, 'byte')}.`;
  const number =
    first.before.f32 === undefined
      ? `${first.before.hex} in place of ${first.after.hex}`
      : `${first.after.f32 ?? ''} as a float, recorded was ${first.before.f32}`;
  return `Memory differs from the recorded launch in ${counted(differences.words4, 'word')} of 4 bytes. The first is at byte ${grouped(first.begin)}${argumentWords(differences, Number(first.begin))}: it is ${number}.`;
}

function elementsDiffer(differences: LlvmChanges, { type, outOfTolerance, first }: ComparedMemory): string {
  const where =
    first === undefined
      ? ''
      : ` The first is at byte ${grouped(first.offset)}${argumentWords(differences, first.offset)}: it is ${first.actual}, recorded was ${first.expected}.`;
  return `Memory differs from the recorded launch: ${counted(outOfTolerance, `${type} element`)} beyond the tolerance.${where}`;
}

/** The verdict. Where the tool and our comparison contradict each other, memory is never said to agree. */
export function verdictOf({ differences, elements, toolVerified }: Found): Verdict {
  if (typeof differences === 'string') return unknown(differences);
  if (differences.bytes === '0') {
    if (toolVerified === false) return unknown('the tool says that memory differs, but what it saved is the same as recorded');
    return { verdict: 'agrees', sentence: `Memory is as recorded, bit for bit: ${counted(differences.compared, 'byte')}.` };
  }
  const doubt = toolVerified === true ? " LLVM's tool says that memory is as recorded, but what it saved is not." : '';
  if (elements === undefined) return { verdict: 'differs', sentence: bytesDiffer(differences) + doubt };
  if (typeof elements === 'string') return unknown(elements);
  if (!elements.agrees) return { verdict: 'differs', sentence: elementsDiffer(differences, elements) + doubt };
  if (toolVerified === true) return unknown('the tool says that memory is as recorded, but what it saved is not');
  const { type, compared, maxUlp } = elements;
  return {
    verdict: 'agrees',
    sentence: `Memory is as recorded within the tolerance: ${counted(compared, `${type} element`)} not bit for bit, by at most ${counted(maxUlp, 'unit')} in the last place.`,
  };
}
