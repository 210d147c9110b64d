/** The roof of this machine: what is kept of it, and measuring it when somebody asks. */
import * as vscode from 'vscode';
import { describeMachine } from '../../engine/addon/roof';
import { keptRoof } from '../../engine/history/roofs';
import type { Roof } from '../../protocol/measurement/roof';
import { withLateProgress } from './lateProgress';
import { createTrustedJobs } from './trustedJobs';

export interface MachineRoof {
  /** Undefined where it has not been measured. */
  kept(): Promise<Roof | undefined>;
  /** Measures it anew, whatever is kept; whoever asks meanwhile waits for the same. Resolves also when it failed or was cancelled. */
  measure(): Promise<void>;
  readonly onChange: vscode.Event<void>;
  dispose(): void;
}

/** `begins` is called when it is about to be measured. */
export function createMachineRoof(context: vscode.ExtensionContext, log: vscode.LogOutputChannel, begins: () => void): MachineRoof {
  const why = vscode.l10n.t("Measuring this machine's roof starts the engine, which needs a trusted workspace.");
  const jobs = createTrustedJobs(context, (line) => log.info(`engine: ${line}`), why);
  const changes = new vscode.EventEmitter<void>();
  const closing = new AbortController();
  /** Also where the file could not be written. */
  let latest: Roof | undefined;
  let running: Promise<void> | undefined;

  const measure = async (): Promise<void> => {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, closing.signal]);
    begins();
    const end = await withLateProgress(vscode.l10n.t("Measuring This Machine's Roof"), controller, (report) =>
      jobs.start(
        'roof',
        { again: true },
        (state) => {
          if (state.state === 'idle' && state.waitsFor !== undefined) report(state.waitsFor, 0);
        },
        signal,
      ),
    );
    log.info(`roof of this machine: ${end.state}`);
    if (end.state === 'done') {
      latest = end.result;
      changes.fire();
    }
    if (end.state === 'failed') void vscode.window.showErrorMessage(vscode.l10n.t('The roof was not measured: {0}', end.problem.message));
    if (end.state === 'crashed')
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The roof was not measured: the process that measured it was terminated by {0}.', end.crash.signal),
      );
  };

  return {
    kept: async () => latest ?? (await keptRoof(describeMachine())),
    measure() {
      running ??= measure().finally(() => (running = undefined));
      return running;
    },
    onChange: changes.event,
    dispose() {
      closing.abort();
      jobs.dispose();
      changes.dispose();
    },
  };
}
