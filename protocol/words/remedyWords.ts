/** Remedies that are offered whether or not they have been tried: what their button says, and what they do. */

import type { OfferedRemedy } from '../replay/remedy';

export interface RemedyWords {
  readonly label: string;
  /** A sentence. */
  readonly explanation: string;
}

export const ASSUME_HOST_SIGNALS: RemedyWords = {
  label: 'Assume Host Signals',
  explanation: 'Takes such waits as signaled, as the host had done when it was recorded. The result says how many.',
};

export const ALLOW_FILE_WRITES: RemedyWords = {
  label: 'Allow File Writes',
  explanation: 'Lets the replay change the files that the recorded application changed.',
};

/** What a remedy was found to leave of so many errors: "leaves 2 of 3 problems". */
export function leavesWords({ leaves }: Pick<OfferedRemedy, 'leaves'>, errors: number): string {
  if (leaves === undefined) return 'IREE says when it runs what is left';
  if (leaves === 0) return 'leaves no problem';
  return `leaves ${leaves.toLocaleString('en')} of ${errors.toLocaleString('en')} ${errors === 1 ? 'problem' : 'problems'}`;
}
