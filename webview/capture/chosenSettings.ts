/** What was chosen besides device and threads, each to be taken back: nothing changes how a replay runs unseen. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ReplaySettings } from '../../protocol/replay/replay';
import { icon } from '../widgets/icon';
import { grouped } from '../widgets/numbers';
import type { Context } from './context';

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
  const { fileRemaps, assumeHostSignals, allowFileWrites, guardBuffers, stopBefore, substitutions = [] } = settings;
  const remaps = (hasFiles ? fileRemaps : []).map((remap) => ({
    label: remapLabel(remap),
    title: `--replay_file_remap=${remap}`,
    undo: { fileRemaps: fileRemaps.filter((other) => other !== remap) },
  }));
  const signals: Choice = {
    label: 'host signals assumed',
    title: '--assume_host_signals: waits that nothing in the capture signals count as signaled by the host',
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
  const substitutes = substitutions.map((substitution) => ({
    label: `${/[^/]*$/.exec(substitution)?.[0] ?? ''} for executable ${substitution.split('=')[0] ?? ''}`,
    title: `--replay_executable_substitution=${substitution}`,
    undo: { substitutions: substitutions.filter((other) => other !== substitution) },
  }));
  const end: readonly Choice[] =
    stopBefore === undefined
      ? []
      : [
          {
            label: `an end before #${grouped(stopBefore)}`,
            title: `--replay_stop_before=${String(stopBefore)}: neither this record nor any after it`,
            undo: { stopBefore: undefined },
          },
        ];
  return [
    ...remaps,
    ...substitutes,
    ...end,
    ...(assumeHostSignals ? [signals] : []),
    ...(allowFileWrites ? [writes] : []),
    ...(guardBuffers ? [guards] : []),
  ];
}

/** A folder in place of another, or a file of the same name, which would only say twice what it is. */
function remapLabel(remap: string): string {
  const [from, to] = [remap.slice(0, remap.indexOf('=')), remap.slice(remap.indexOf('=') + 1)];
  const name = /[^/]*$/.exec(from)?.[0] ?? '';
  return name !== '' && to.endsWith(`/${name}`) && name.includes('.') ? `${name} from ${to}` : `files of ${from} from ${to}`;
}
