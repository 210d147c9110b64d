/** Runs that record a profile: each says how it goes, and opens what it has recorded. */
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { deviceLabel } from '../../protocol/replay/replay';
import type { MeasuredRun, RunOf } from '../../protocol/results/results';
import type { ProfileEditors } from '../editors/profile/profileEditorProvider';
import { withLateProgress } from '../runs/lateProgress';
import type { Measurement, MeasuredRuns } from '../runs/measuredRuns';
import { profileFileOf } from '../runs/profiling';
import { whereabouts } from '../runs/whereabouts';

export interface ProfileRuns {
  /** Records a profile, and opens it once it is whole; `stays` where who reads on elsewhere wants to see only why there is none. */
  start(measurement: Measurement<'run'>, stays?: boolean): Promise<void>;
  /** The same once more, into another file. */
  repeat(run: RunOf<'run'>): Promise<void>;
  /** Opens what the run has recorded, also where it was cancelled; of one that has recorded nothing the reason. */
  open(run: RunOf<'run'>): Promise<void>;
  /** Copies the profile to where the user wants it. */
  saveAs(run: RunOf<'run'>): Promise<void>;
}

/** `show` shows how a run is that has no profile. */
export function createProfileRuns(runs: MeasuredRuns, editors: ProfileEditors, show: (run: MeasuredRun) => void): ProfileRuns {
  const follow = async ({ run, ended }: ReturnType<MeasuredRuns['start']>, stays = false): Promise<void> => {
    const controller = new AbortController();
    controller.signal.addEventListener('abort', () => runs.cancel(run.id));
    const title = vscode.l10n.t('Profiling {0} on {1}', path.basename(run.capture), deviceLabel(run.settings));
    const end = await withLateProgress(title, controller, async (report) => {
      const listener = runs.onChange(({ id, job, state }) => {
        if (id !== run.id || job !== 'run') return;
        if (state.state === 'idle' && state.waitsFor !== undefined) report(state.waitsFor, 0);
        if (state.state === 'running' && state.progress.records > 0)
          report(whereabouts(state.progress), state.progress.record / state.progress.records);
      });
      try {
        return await ended;
      } finally {
        listener.dispose();
      }
    });
    // Who has cancelled or removed it wants to see nothing.
    if (stays && end.state.state === 'done') return;
    if (end.job === 'run' && end.state.state !== 'cancelled' && runs.byId(end.id) !== undefined) await open(end);
  };

  const open = async (run: RunOf<'run'>): Promise<void> => {
    const file = profileFileOf(run);
    // One that was cancelled may have what was recorded up to there.
    const hasMore = run.state.state === 'cancelled' && file !== undefined && existsSync(file);
    if ((run.state.state !== 'done' && !hasMore) || file === undefined) {
      show(run);
      return;
    }
    const then = run.options.profiling?.sample === true ? ({ action: 'showHotspots' } as const) : undefined;
    if (existsSync(file)) await editors.open(file, then);
    else void vscode.window.showErrorMessage(vscode.l10n.t('The profile is gone: {0}', file));
  };

  return {
    start: (measurement, stays) => follow(runs.start(measurement), stays),
    repeat: (run) => follow(runs.repeat(run)),
    open,
    async saveAs(run) {
      const file = profileFileOf(run);
      if (file === undefined || !existsSync(file)) return;
      const target = await vscode.window.showSaveDialog({
        title: vscode.l10n.t('Save Profile As'),
        defaultUri: vscode.Uri.file(path.join(path.dirname(run.capture), path.basename(file))),
        filters: { [vscode.l10n.t('IREE profiles')]: ['ireeprof'] },
      });
      if (target !== undefined) await copyFile(file, target.fsPath);
    },
  };
}
