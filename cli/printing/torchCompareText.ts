/** What torch compare prints for people. */
import type { TorchComparison, TorchReplaysCompared, TorchTracesCompared } from '../../protocol/torch/replay';
import { counted, grouped } from '../../protocol/words/countWords';
import { differenceText, missingSentence } from '../../protocol/words/differenceWords';
import { installationWords } from '../../protocol/words/torchReplayWords';
import { table } from './table';
import { notReplayedLines } from './torchReplayText';
import { duration } from './units';

type Operation = TorchReplaysCompared['operations'][number];
type Result = Operation['results'][number];

const time = (ns: number): string => duration(String(Math.round(ns)));

const VERDICTS: Readonly<Record<Operation['verdict'], string>> = { agrees: 'agrees', differs: 'DIFFERS', 'not-known': 'not known' };

const magnitude = (value: number | string): string => (typeof value === 'string' ? value : value === 0 ? '0' : value.toPrecision(3));

function resultWords({ name, why, largest, tolerance, first }: Result): string {
  const where = first === undefined ? '' : `, first at ${grouped(first.index)}: ${first.expected} and ${first.actual}`;
  const far =
    largest === undefined ? '' : `${why === undefined ? '' : ', '}at most ${magnitude(largest)} apart, of ${magnitude(tolerance ?? 0)}`;
  return `${name}: ${why ?? ''}${far}${where}`;
}

function operationLines({ number, verdict, why, call, results, times, assumed }: Operation): readonly string[] {
  const missing = times === undefined ? undefined : missingSentence(times.difference);
  return [
    `${VERDICTS[verdict].padStart(9)}  #${number}  ${call}`,
    ...[...(why === undefined ? [] : [why]), ...results.map(resultWords)].map((each) => `           ${each}`),
    ...(times === undefined
      ? []
      : [
          `           ${time(times.first.statistics.median)} and ${time(times.second.statistics.median)}: ${differenceText(times.difference)}${missing === undefined ? '' : `. ${missing}`}`,
        ]),
    ...assumed.map((each) => `           assumed: ${each}`),
  ];
}

function replaysText({
  first,
  second,
  operations,
  notReplayed,
  undescribed,
  asked,
  verdicts,
  notes,
}: TorchReplaysCompared): readonly string[] {
  return [
    `first: ${installationWords(first)}`,
    `second: ${installationWords(second)}`,
    `${grouped(operations.length)} of ${counted(asked, 'operation')} compared: ${grouped(verdicts.agrees)} agree, ${grouped(verdicts.differs)} differ, ${grouped(verdicts['not-known'])} not known`,
    '',
    ...operations.flatMap(operationLines),
    ...notReplayedLines(
      notReplayed.map(({ by, message, ...each }) => ({ ...each, message: `${by}: ${message}` })),
      undescribed,
    ),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ];
}

const HEAD = ['', 'change', 'before', 'after', 'calls before', 'after'] as const;

function tracesText({ of, beforeNs, afterNs, states, rows, count, problems }: TorchTracesCompared): readonly string[] {
  const timeOf = (side: (typeof rows)[number]['before']): string =>
    side === undefined ? '' : time(Number(of === 'device' ? side.deviceSelfNs : side.selfNs));
  const [head = '', ...lines] = table(
    [
      HEAD,
      ...rows.map(({ state, before, after, changeNs }) => [
        ...[state, `${changeNs < 0 ? '-' : '+'}${time(Math.abs(changeNs))}`, timeOf(before), timeOf(after)],
        ...[before === undefined ? '' : grouped(before.count), after === undefined ? '' : grouped(after.count)],
      ]),
    ],
    HEAD.length,
  );
  return [
    ...problems.map((each) => `error: ${each}`),
    `${of === 'device' ? 'devices' : 'the host'}: ${time(beforeNs)} before, ${time(afterNs)} after, in operations themselves`,
    `${counted(count, 'operation and shape', 'operations and shapes')}: ${grouped(states.less)} less, ${grouped(states.more)} more, ${grouped(states.equal)} equal, ${grouped(states.came)} came, ${grouped(states.went)} went`,
    ...(rows.length === 0
      ? []
      : ['', `${head}  operation`, ...rows.map(({ name, inputs }, index) => `${lines[index] ?? ''}  ${name} ${inputs}`.trimEnd())]),
    '',
    'sums of one recording each: how far the same program is from itself is not known',
  ];
}

/** Ends with a line break. */
export const torchCompareText = (found: TorchComparison): string =>
  [...(found.kind === 'replays' ? replaysText(found) : tracesText(found)), ''].join('\n');
