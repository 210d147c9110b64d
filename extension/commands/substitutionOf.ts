/** A file in place of an executable, as a run. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { EngineJobs } from '../../protocol/processes/engine';
import type { RunOptions } from '../../protocol/replay/run';

export interface AskedSubstitution {
  /** "mul.c for executable 4". */
  readonly subject: string;
  readonly optionsOf: (run: RunOptions) => EngineJobs['substitute']['options'];
}

/** Verified down to the cause of a difference, and timed for as long as the settings say. IREE's tools sample nothing. */
export const substitutionOf = (executable: string, file: string): AskedSubstitution => ({
  subject: `${path.basename(file)} for executable ${executable}`,
  optionsOf: (run) => ({
    run,
    candidates: [{ name: path.basename(file), substitutions: [`${executable}=${file}`] }],
    seconds: vscode.workspace.getConfiguration('ireeReplay').get('substitute.seconds', 30),
    ...(run.iree === undefined && vscode.workspace.getConfiguration('ireeReplay').get<boolean>('substitute.sample', false)
      ? { sample: true }
      : {}),
    verify: { level: 'cause' },
  }),
});
