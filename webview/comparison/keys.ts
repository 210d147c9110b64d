/** What the keys of the comparison's page do, for its sheet. */
import { EVERYWHERE, type KeyGroup } from '../widgets/keyboardSheet';

export const KEYS: readonly KeyGroup[] = [
  {
    title: 'Tables',
    keys: [
      [['↑', '↓', 'Page Up', 'Page Down', 'Home', 'End'], 'choose a row: its times are shown beside the table'],
      [['→', '←'], 'open and close the records of a function'],
      [['Enter'], 'on a row: open the timelines of both; on a header: sort by the column, then the other way round'],
      [['Esc', '↓'], 'in the filter: back to the table'],
    ],
  },
  {
    title: 'Timelines',
    keys: [
      [['←', '→'], 'previous and next dispatch'],
      [['↑', '↓'], 'the same dispatch of the other profile, or the one there at the same time'],
      [['Home', 'End'], 'first and last dispatch of the run'],
      [['Enter'], 'open the profile at the dispatch'],
      [['[', ']'], 'previous and next run'],
      [['W', 'S'], 'zoom in and out'],
      [['A', 'D'], 'earlier and later'],
      [['F', '0'], 'zoom to the selection, show all'],
      [['Alt+←', 'Alt+→'], 'the view before, and after'],
    ],
  },
  EVERYWHERE,
];
