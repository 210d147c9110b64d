/** Remedies that are offered whether or not they have been tried: what their button says, and what they do. */

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
