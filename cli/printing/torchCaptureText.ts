/** What torch capture prints for people. */
import type { TorchCaptured } from '../../protocol/torch/capturing';
import { counted } from '../../protocol/words/countWords';
import { resultWords } from '../../protocol/words/torchCaptureWords';
import { table } from './table';
import { byteSize, duration } from './units';

const timeText = (ns: number): string => duration(ns < 1000 ? ns.toFixed(0) : String(Math.round(ns)));

const threadsWords = (threads: number | undefined): string => (threads === undefined ? '' : `, ${counted(threads, 'thread')}`);

function timeLines({ times: { pytorch, iree, ireeNotMeasured, trace }, pytorch: version, count }: TorchCaptured): readonly string[] {
  const measured = ({ calls, least, median, most }: typeof pytorch | NonNullable<typeof iree>): readonly string[] => [
    timeText(median),
    `${timeText(least)} to ${timeText(most)}, ${counted(calls, 'call')}`,
  ];
  const rows = [
    [`PyTorch ${version}${threadsWords(pytorch.threads)}`, ...measured(pytorch)],
    ...(iree === undefined ? [] : [[`IREE, ${iree.device}${threadsWords(iree.threads)}`, ...measured(iree)]]),
    ...(trace === undefined ? [] : [['the trace', timeText(trace.hostNs), `mean of ${counted(count, 'call')}`]]),
    ...(trace?.deviceNs === undefined
      ? []
      : [[`  on ${trace.device ?? 'its devices'}`, timeText(trace.deviceNs), 'mean of what they launched']]),
  ];
  return [
    'times of a call:',
    ...table(rows, 0).map((line) => `  ${line}`),
    ...(ireeNotMeasured === undefined ? [] : [`  IREE was not measured: ${ireeNotMeasured}`]),
  ];
}

/** Ends with a line break. */
export function torchCaptureText(found: TorchCaptured): string {
  const { number, call, capture, bytes, dispatches, mlir, refused, device, results, sentence, assumed } = found;
  return [
    `#${number}  ${call}`,
    `wrote ${capture}: ${byteSize(String(bytes))}, ${counted(dispatches, 'dispatch', 'dispatches')} on ${device}`,
    `MLIR by ${mlir}`,
    ...refused.map(({ by, why }) => `  not by ${by}: ${why}`),
    sentence,
    ...results.map((one, index) => `  result ${index}, ${one.type}: ${resultWords(one)}`),
    ...assumed.map((one) => `assumed: ${one}`),
    ...timeLines(found),
    '',
  ].join('\n');
}
