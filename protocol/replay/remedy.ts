/** What would make a capture replayable that is not, found by trying it. */
import type { ReplaySettings } from './replay';

/** A change of how a capture is replayed, with what preflight then says. */
export interface OfferedRemedy {
  /** The change; taken back like any other setting. */
  readonly change: Partial<ReplaySettings>;
  /** Of a button. */
  readonly label: string;
  /** What it does, in a sentence. */
  readonly explanation: string;
  /** Kinds of problems that it is about (Problem.kind); without one it is about all that block. */
  readonly kinds: readonly string[];
  /** Problems that would still block the replay; undefined where only a replay tells, as on devices of the installed IREE. */
  readonly leaves: number | undefined;
}
