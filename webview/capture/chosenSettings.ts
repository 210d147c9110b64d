/** What was chosen besides device and threads, each to be taken back: nothing changes how a replay runs unseen. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ReplaySettings } from '../../protocol/replay';
import { icon } from '../widgets/icon';
import type { Context } from './model';

interface Choice {
  readonly label: string;
  readonly title: string;
  /** What takes it back. */
  readonly undo: Partial<ReplaySettings>;
}

export function chosenSettings({ model, actions }: Context): TemplateResult | typeof nothing {
  const { settings } = model.environment;
  const hasFiles = model.summary?.files.some(({ reference }) => reference === 'external_path') ?? false;
  const all = choices(settings, hasFiles);
  if (all.length === 0) return nothing;
  return html`<span class="lead dim">Replays with</span>${all.map(
      ({ label, title, undo }) =>
        html`<span class="chip" title=${title}
          ><span class="el">${label}</span
          ><button class="tool" aria-label="Without ${label}" title="Take back" @click=${() => actions.changeSettings(undo)}>
            ${icon('close')}
          </button></span
        >`,
    )}`;
}

function choices(settings: ReplaySettings, hasFiles: boolean): readonly Choice[] {
  const { fileRemaps, assumeHostSignals, allowFileWrites, guardBuffers } = settings;
  const remaps = (hasFiles ? fileRemaps : []).map((remap) => ({
    label: `files of ${remap.replace('=', ' from ')}`,
    title: `--replay_file_remap=${remap}`,
    undo: { fileRemaps: fileRemaps.filter((other) => other !== remap) },
  }));
  const signals: Choice = {
    label: 'host signals assumed',
    title: '--assume_host_signals: waits that nothing in the capture signals count as signalled by the host',
    undo: { assumeHostSignals: false },
  };
  const writes: Choice = {
    label: 'file writes allowed',
    title: '--allow_file_writes: the replay may change the files that the capture wrote',
    undo: { allowFileWrites: false },
  };
  const guards: Choice = {
    label: 'guarded buffers',
    title: '--guard_buffers: an access past a buffer ends the replay and is named',
    undo: { guardBuffers: false },
  };
  return [...remaps, ...(assumeHostSignals ? [signals] : []), ...(allowFileWrites ? [writes] : []), ...(guardBuffers ? [guards] : [])];
}
