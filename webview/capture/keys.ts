/** What the keys of the capture editor do, for its sheet. */
import { EVERYWHERE, type KeyGroup } from '../widgets/keyboardSheet';

export const KEYS: readonly KeyGroup[] = [
  {
    title: 'List',
    keys: [
      [['↑', '↓'], 'previous and next row; with a page at a time Page Up and Page Down'],
      [['Home', 'End'], 'first and last row'],
      [['←', '→'], 'close and open, or go to what encloses it and what is in it'],
      [['Space', '*'], 'open or close; * with everything below'],
      [['Enter'], 'to the details'],
      [['Ctrl+C'], 'copy the record as JSON'],
      [['Ctrl+Alt+B', 'Ctrl+Alt+P'], 'benchmark and profile the scope or dispatch'],
      [['Ctrl+Alt+S'], 'substitute its executable'],
      [['Alt+P'], 'show it in the last profile'],
    ],
  },
  {
    title: 'Search',
    keys: [
      [['/', 'Ctrl+F'], 'to the query'],
      [['[', ']'], 'previous and next match; also Shift+F3 and F3'],
      [['Ctrl+G'], 'go to a record by its number'],
      [['Esc'], 'back to the list'],
    ],
  },
  {
    title: 'Disassembly and source',
    keys: [
      [['↑', '↓'], 'previous and next row; with Shift several, with Ctrl+A all'],
      [['Enter'], 'from an instruction to its line, and back'],
      [['J'], 'to where a branch leads'],
      [['←', '→'], 'to the rest of long rows'],
      [['Ctrl+C'], 'copy the rows'],
    ],
  },
  {
    title: 'Preflight and links',
    keys: [
      [['F8', 'Shift+F8'], 'next and previous problem'],
      [['Alt+←', 'Alt+→'], 'back and forward after following a link'],
    ],
  },
  EVERYWHERE,
];
