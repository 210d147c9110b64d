/** What the keys of the page of two captures do, for its sheet. */
import { EVERYWHERE, type KeyGroup } from '../widgets/keyboardSheet';

export const KEYS: readonly KeyGroup[] = [
  {
    title: 'Tables',
    keys: [
      [['↑', '↓', 'Page Up', 'Page Down', 'Home', 'End'], 'choose a row: what differs is shown beside the table'],
      [['→', '←'], 'open and close a row'],
      [['Enter'], 'on a record, an object or bytes: show it in its capture, in B where both have it'],
      [['N', 'P'], 'next and previous record that differs'],
    ],
  },
  EVERYWHERE,
];
