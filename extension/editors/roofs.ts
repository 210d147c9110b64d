/** What pages ask of the extension about the roof of this machine. */
import type * as vscode from 'vscode';
import type { KnownRoof } from '../../protocol/measurement/roofline';

export interface Roofs {
  /** What is kept; measures nothing. */
  known(capture: string): Promise<KnownRoof>;
  /** Measures, with progress that can be cancelled, and keeps it. Resolves when that has ended, in whichever way. */
  measure(): Promise<void>;
  /** Asks the user for the operations of one of these functions of a capture, and keeps them. */
  give(capture: string, functions: readonly string[]): Promise<void>;
  /** Something else is known. */
  readonly onChange: vscode.Event<void>;
}
