/** What the keys of both pages do, for their sheets. */
import { EVERYWHERE, type KeyGroup } from '../widgets/keyboardSheet';

const TABLES: KeyGroup['keys'] = [[['↑', '↓', 'Page Up', 'Page Down', 'Home', 'End'], 'choose a row']];

export const RECORDING_KEYS: readonly KeyGroup[] = [
  {
    title: 'Tables',
    keys: [...TABLES, [['Enter'], 'on an argument or a range: show its memory']],
  },
  {
    title: 'Memory',
    keys: [
      [['↑', '↓', 'Page Up', 'Page Down', 'Home', 'End'], 'scroll'],
      [['N', 'P'], 'next and previous range that the kernel changed'],
      [['G'], 'go to a byte'],
    ],
  },
  {
    title: 'Code',
    keys: [
      [['↑', '↓', 'Page Up', 'Page Down', 'Home', 'End'], 'go through instructions or lines; Shift chooses several'],
      [['Enter'], 'on an instruction: go to its line; on a line: open it in an editor'],
      [['J'], 'go to where a branch leads'],
    ],
  },
  EVERYWHERE,
];

export const FOLDER_KEYS: readonly KeyGroup[] = [
  {
    title: 'Table',
    keys: [
      ...TABLES,
      [['→', '←'], 'open and close a kernel with several recordings'],
      [['Enter'], 'open the recording'],
      [['/'], 'filter'],
      [['Ctrl+V'], 'take the report that was copied'],
    ],
  },
  EVERYWHERE,
];
