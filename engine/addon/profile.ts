/** Profiles as the addon answers what is asked of them. */
import { cancellable } from './cancellable';
import { loadAddon } from './load';

/** What is asked, beside the question. */
export interface ProfileAsked {
  /** One object a line instead of text. */
  readonly jsonl: boolean;
  readonly filter: string;
  readonly id?: number;
  readonly dispatchEvents: boolean;
  readonly counterSamples: boolean;
  /** An existing folder that traces are extracted into. Nothing in it is replaced. */
  readonly outputFolder?: string;
}

/** All that there is to the question, and no single events. */
export const UNFILTERED = { filter: '*', dispatchEvents: false, counterSamples: false } as const;

/**
 * Writes what iree-profile prints for the question to the file descriptor `fd`, and resolves with what is unusual about the profile,
 * in a sentence, or with nothing. Rejects with a sentence and its place when the profile is damaged; what is whole has been answered
 * then. EPIPE resolves.
 */
export async function reportProfile(
  path: string,
  question: string,
  asked: ProfileAsked,
  fd: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const addon = loadAddon();
  const notice = await cancellable(addon, signal, (cancel) => addon.reportProfile(path, question, asked, fd, cancel));
  return notice === '' ? undefined : notice;
}
