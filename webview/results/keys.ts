/** What the keys of a measured run's page do, for its sheet. */
import { EVERYWHERE, type KeyGroup } from '../widgets/keyboardSheet';

export const KEYS: readonly KeyGroup[] = [
  {
    title: 'Times of a benchmark',
    keys: [
      [['↑', '↓'], 'previous and next row; with a page at a time Page Up and Page Down'],
      [['←', '→'], 'close and open a row'],
      [['Enter'], 'to the record in the capture'],
    ],
  },
  {
    title: 'Tables',
    keys: [
      [['Enter', 'Space'], 'on a header: sort by the column, then the other way round'],
      [['Enter', 'Space'], 'on a name: have the plots show it'],
    ],
  },
  EVERYWHERE,
];
