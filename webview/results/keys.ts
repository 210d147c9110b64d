/** What the keys of a measured run's page do, for its sheet. */
import { EVERYWHERE, type KeyGroup } from '../widgets/keyboardSheet';

export const KEYS: readonly KeyGroup[] = [
  {
    title: 'Tables',
    keys: [
      [['Enter', 'Space'], 'on a header: sort by the column, then the other way round'],
      [['Enter', 'Space'], 'on a name: have the plots show it'],
    ],
  },
  EVERYWHERE,
];
