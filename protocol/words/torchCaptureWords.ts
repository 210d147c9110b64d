/** What came of an operation of PyTorch as a capture, in words. */
import type { TorchCaptured, TorchComparedResult } from '../torch/capturing';
import { grouped } from './countWords';

type Compared = NonNullable<TorchComparedResult['compared']>;

/** "within 0.0001 absolute or relative". */
export function toleranceWords({ tolerance: { absolute, relative, ulp } }: Compared): string {
  const parts = [
    ...(absolute > 0 && absolute === relative ? [`${String(absolute)}, absolute or relative`] : []),
    ...(absolute > 0 && absolute !== relative ? [String(Number(absolute.toPrecision(2)))] : []),
    ...(relative > 0 && absolute !== relative ? [`${String(relative)}, relative`] : []),
    ...(ulp > 0 ? [`${String(ulp)} ULP`] : []),
  ];
  return parts.length === 0 ? 'bit for bit' : `within ${parts.join(', or ')}`;
}

/** How a result compares: "agrees within 0.0001, absolute or relative; at most 4.8e-7 apart". */
export function resultWords({ verdict, why, compared }: TorchComparedResult): string {
  const apart =
    compared === undefined || compared.bitEqual === compared.elements ? [] : [`at most ${compared.maxAbsolute.toPrecision(2)} apart`];
  if (verdict === 'agrees') {
    return compared === undefined || compared.bitEqual === compared.elements
      ? 'agrees bit for bit'
      : [`agrees ${toleranceWords(compared)}`, ...apart, ...(why === undefined ? [] : [why])].join('; ');
  }
  const is = verdict === 'differs' ? 'differs' : 'not known';
  if (compared === undefined) return `${is}: ${why ?? ''}`;
  const { outOfTolerance, elements, first } = compared;
  const where = first === undefined ? [] : [`the first, ${first.index}: PyTorch ${first.expected}, IREE ${first.actual}`];
  const many = `${grouped(outOfTolerance)} of ${grouped(elements)} elements not ${toleranceWords(compared)}`;
  return [why === undefined ? is : `${is}: ${why}`, many, ...apart, ...where].join('; ');
}

/** The verdict of all results, in a sentence. */
export function capturedSentence(verdict: TorchCaptured['verdict'], results: readonly TorchComparedResult[]): string {
  if (verdict === 'agrees') return "IREE's results agree with PyTorch's.";
  const found = results.findIndex((one) => one.verdict === verdict);
  const which = results.length === 1 ? 'the result' : `result ${found}`;
  const why = results[found]?.why;
  if (verdict === 'differs') return `IREE's results are not PyTorch's: ${which} differs by more than it may.`;
  return `Whether IREE's results are PyTorch's is not known: ${which} cannot be compared${why === undefined ? '' : `, for ${why}`}.`;
}
