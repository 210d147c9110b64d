/** What the keys of the page do, for its sheet. */
import { EVERYWHERE, type KeyGroup } from '../widgets/keyboardSheet';
import { TIMELINE_KEYS } from '../profile/timeline/keys';

export const KEYS: readonly KeyGroup[] = [
  { title: 'Timeline', keys: TIMELINE_KEYS },
  {
    title: 'Search',
    keys: [
      [['/', 'Ctrl+F'], 'to the query'],
      [['[', ']'], 'previous and next match; also Shift+F3 and F3'],
      [['Esc'], 'back to the timeline'],
    ],
  },
  {
    title: 'Tables',
    keys: [
      [['↑', '↓'], 'previous and next row; with a page at a time Page Up and Page Down'],
      [['←', '→'], 'close and open a row of the tree'],
      [['Enter'], 'find what the row is about on the timeline'],
    ],
  },
  EVERYWHERE,
];
