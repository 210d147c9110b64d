/** What torch replay prints for people. */
import type { TorchNotDescribed, TorchNotReplayed, TorchReplayFound } from '../../protocol/torch/replay';
import { counted, grouped } from '../../protocol/words/countWords';
import { factorWords, installationWords, NOT_REPLAYED_WORDS } from '../../protocol/words/torchReplayWords';
import { UNDESCRIBED_WORDS } from '../../protocol/words/torchOperationWords';
import { shapeText } from './statisticsText';
import { table } from './table';
import { duration } from './units';

type Operation = TorchReplayFound['operations'][number];

const time = (ns: number): string => duration(String(Math.round(ns)));

const HEAD = ['', 'median', '95 %', '', 'min', 'p95', 'calls', 'trace', 'replay'] as const;

function cells({ number, statistics, trace, timesTrace }: Operation): readonly string[] {
  const { median, interval, minimum, p95, count } = statistics;
  return [
    ...[`#${number}`, time(median), time(interval[0]), time(interval[1]), time(minimum), time(p95), grouped(count)],
    ...[trace === undefined ? '' : time(trace.deviceNs ?? trace.hostNs), timesTrace === undefined ? '' : factorWords(timesTrace.ratio)],
  ];
}

function operationLines(operations: readonly Operation[]): readonly string[] {
  if (operations.length === 0) return [];
  const [head = '', ...rows] = table([HEAD, ...operations.map(cells)], HEAD.length);
  return [
    '',
    `${head}  operation`,
    ...operations.flatMap(({ call, assumed, statistics }, index) => {
      const notes = [...shapeText(statistics), ...assumed.map((each) => `assumed: ${each}`)];
      return [`${rows[index] ?? ''}  ${call}`, ...(notes.length === 0 ? [] : [`    ${notes.join('; ')}`])];
    }),
  ];
}

function groups<Item, Reason extends string>(
  items: readonly Item[],
  reasonOf: (item: Item) => Reason,
  head: (reason: Reason) => string,
  line: (item: Item) => string,
): readonly string[] {
  const reasons = [...new Set(items.map(reasonOf))];
  return reasons.flatMap((reason) => {
    const those = items.filter((item) => reasonOf(item) === reason);
    return ['', `${grouped(those.length)} ${head(reason)}:`, ...those.map(line)];
  });
}

/** What was not replayed, by reason; each line begins after a line break. */
export const notReplayedLines = (
  notReplayed: readonly TorchNotReplayed[],
  undescribed: readonly TorchNotDescribed[],
): readonly string[] => [
  ...groups(
    notReplayed,
    ({ reason }) => reason,
    (reason) => `not replayed, ${NOT_REPLAYED_WORDS[reason]}`,
    ({ number, call, message }) => `  #${number}  ${call}\n    ${message}`,
  ),
  ...groups(
    undescribed,
    ({ reason }) => reason as keyof typeof UNDESCRIBED_WORDS,
    (reason) => `without a description, ${UNDESCRIBED_WORDS[reason]}`,
    ({ number, name }) => `  #${number}  ${name}`,
  ),
];

const TRACE =
  'trace: the mean of its calls there, of what devices did for it, or on the host where they did nothing; replay: how many times as long the median is';

/** Ends with a line break. */
export function torchReplayText({ installation, operations, notReplayed, undescribed, asked, notes }: TorchReplayFound): string {
  const [first] = operations;
  const timed = installation.device.startsWith('cuda') ? "between events of the device's stream" : 'on the processor, by its clock';
  return [
    `${grouped(operations.length)} of ${counted(asked, 'operation')} replayed by ${installationWords(installation)}`,
    ...operationLines(operations),
    ...notReplayedLines(notReplayed, undescribed),
    '',
    ...(first === undefined ? [] : [`calls are timed one by one, ${timed}`]),
    ...(operations.every(({ timesTrace }) => timesTrace === undefined) ? [] : [TRACE]),
    ...notes,
    '',
  ].join('\n');
}
