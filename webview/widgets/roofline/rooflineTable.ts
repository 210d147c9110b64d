/** What stands against the roof as a table, with those that have no place in the plot. */
import { html } from 'lit-html';
import type { Threads } from '../../../protocol/measurement/againstRoof';
import type { Roof } from '../../../protocol/measurement/roof';
import { levelWords, rateWords } from '../../../protocol/words/roofWords';
import { functionName } from '../functionName';
import type { GridCell, GridRow, GridTable } from '../gridRows';
import { bytes as sizeWords, grouped } from '../numbers';
import type { ShortNames } from '../shortNames';
import { timeText } from '../timeUnit';
import { bandwidthOf, loopMost } from './roofline';
import { intensityWords, loopWords, shareWords } from './rooflineWords';
import { subjectStanding, type RoofSubject } from './subject';

const NOT_KNOWN: GridCell = { text: 'not known', draw: () => html`<span class="dim">not known</span>` };

function cell(value: number | undefined, words: (value: number) => string): GridCell {
  return value === undefined ? NOT_KNOWN : { text: words(value), value };
}

export function rooflineTable(roof: Roof, threads: Threads, subjects: readonly RoofSubject[], names: ShortNames): GridTable {
  const nearest = Math.min(...roof.bandwidths.filter(({ level }) => level > 0).map(({ level }) => level));
  const rate = (value: number): string => rateWords(value, 'op');
  const rowOf = (subject: RoofSubject): GridRow => {
    const { key, name, medianNs, bytes, operations, type, loop } = subject;
    const { bytesASecond, memory, operationsASecond, arithmetic, intensity } = subjectStanding(roof, subject, threads);
    const most = (level: number): number | undefined => loopMost(roof, subject, threads, bandwidthOf(roof, threads, level) ?? 0)?.rate;
    return {
      key,
      cells: [
        { text: name, draw: () => functionName(names, name) },
        cell(medianNs, timeText),
        cell(bytes, sizeWords),
        cell(bytesASecond, (value) => rateWords(value, 'B')),
        cell(memory?.share, shareWords),
        cell(operations, (value) => `${grouped(value)}${type === undefined ? '' : ` ${type}`}`),
        cell(operationsASecond, rate),
        cell(arithmetic?.share, shareWords),
        cell(intensity, intensityWords),
        loop === undefined ? NOT_KNOWN : { text: loopWords(loop) },
        loop?.intensity === undefined
          ? { ...NOT_KNOWN, text: loop?.unknown === undefined ? NOT_KNOWN.text : `not known: ${loop.unknown}` }
          : { text: intensityWords(loop.intensity), value: loop.intensity },
        cell(Number.isFinite(nearest) ? most(nearest) : undefined, rate),
        cell(most(0), rate),
      ],
    };
  };
  const numeric = (name: string, title: string, width: string, exported?: string): GridTable['columns'][number] => ({
    ...{ name, title, width, numeric: true },
    ...(exported === undefined ? {} : { exported }),
  });
  return {
    name: 'roof',
    label: 'Dispatches against the roof of this machine',
    empty: 'There are no dispatches that the host has timed.',
    columns: [
      { name: 'fn', title: 'Function', width: 'minmax(220px, 1fr)' },
      numeric('time', 'Time of one', '92px', 'Time of one, ns'),
      numeric('bytes', 'Bound', '84px', 'Bound, bytes'),
      numeric('bandwidth', 'Bytes a second', '100px'),
      numeric('memory', 'of memory', '80px'),
      numeric('operations', 'Operations', '118px'),
      numeric('rate', 'Operations a second', '126px'),
      numeric('arithmetic', 'of the peak', '80px'),
      numeric('intensity', 'for a bound byte', '104px', 'Operations for a bound byte'),
      { name: 'loop', title: 'Hottest loop', width: '190px' },
      numeric('loop-intensity', 'for a loaded byte', '112px', 'Operations of the loop for a byte loaded or stored, from its code'),
      numeric('most-near', `at most, ${Number.isFinite(nearest) ? levelWords(nearest) : 'cache'}`, '104px'),
      numeric('most-memory', 'at most, memory', '112px'),
    ],
    rows: subjects.map(rowOf),
  };
}
