/** What the keys of the comparison's page do, for its sheet. */
import { EVERYWHERE, type KeyGroup } from '../widgets/keyboardSheet';

export const KEYS: readonly KeyGroup[] = [
  {
    title: 'Table',
    keys: [
      [['Enter', 'Space'], 'on a header: sort by the column, then the other way round'],
      [['Enter', 'Space'], 'on a row: show its distribution'],
    ],
  },
  EVERYWHERE,
];
