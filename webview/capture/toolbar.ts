/** What can be done with the capture, and how it is shown. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { icon } from '../widgets/icon';
import { FILE_PROBLEMS, type CaptureCommand, type ScopeSummary } from '../../protocol/capture/capture';
import { deviceLabel, threadChoices } from '../../protocol/replay/replay';
import type { Actions } from './actions';
import { VIEW_MODES, type Model } from './model';
import type { Context } from './context';
import { searchBox } from './searchBox';

export function toolbar(context: Context): TemplateResult {
  return html`${replay(context)} ${device(context)} ${scopePicker(context)}<i class="sep"></i>${modes(context)} ${searchBox(context)}`;
}

/** Why the capture cannot be replayed now; undefined when it can. */
export function replayBlocked({ model }: Context): string | undefined {
  const { summary, environment, preflight, checking } = model;
  if (summary?.complete !== true) return 'The capture is still being indexed.';
  if (!environment.trusted) return 'Replaying executes the machine code inside the capture, which needs a trusted workspace.';
  if (preflight.state === 'done' && checking === undefined) {
    // A file may have come back: whoever asks again has it looked at again.
    const errors = preflight.problems.filter(({ severity, kind }) => severity === 'error' && !FILE_PROBLEMS.has(kind)).length;
    if (errors > 0) return `${errors === 1 ? 'A problem blocks' : `${String(errors)} problems block`} the replay; see the list below.`;
  }
  return undefined;
}

function replay(context: Context): TemplateResult {
  const { model, actions } = context;
  const { state } = model.replay;
  if (state.state === 'running') {
    return html`<vscode-button
      appearance="secondary"
      class="cancel"
      ?disabled=${state.cancelling === true}
      @click=${() => actions.run('cancelReplay')}
      >${icon('stop')}Cancel</vscode-button
    >`;
  }
  const blocked = replayBlocked(context);
  const scope = chosenScope(model);
  const on = deviceLabel(model.environment.settings);
  const what = scope === undefined ? '' : `scope ${scope.name} `;
  /** Of the chosen scope, or of all. */
  const start = (ofAll: CaptureCommand, ofScope: CaptureCommand) => (): void =>
    scope === undefined ? actions.run(ofAll) : actions.run(ofScope, undefined, String(scope.begins[0] ?? ''));
  return html`<vscode-button
      appearance="primary"
      class="replay"
      ?disabled=${blocked !== undefined}
      title=${blocked ?? `Replay ${what}on ${on}`}
      @click=${start('replay', 'replayScope')}
      >${icon('play')}Replay</vscode-button
    >
    <vscode-button
      appearance="secondary"
      class="benchmark"
      ?disabled=${blocked !== undefined}
      title=${blocked ?? `Benchmark ${scope === undefined ? 'every scope ' : what}on ${on}`}
      @click=${start('benchmarkCapture', 'benchmark')}
      >${icon('clock')}Benchmark</vscode-button
    >
    <vscode-button
      appearance="secondary"
      class="profile"
      ?disabled=${blocked !== undefined}
      title=${blocked ?? `Profile ${what}on ${on}: what ran when, on which thread`}
      @click=${start('profileCapture', 'profileScope')}
      >${icon('pulse')}Profile</vscode-button
    >
    ${
      model.environment.trusted
        ? nothing
        : html`<vscode-button appearance="secondary" title=${blocked ?? ''} @click=${() => actions.run('trustWorkspace')}
            >${icon('lock')}Manage Workspace Trust</vscode-button
          >`
    }`;
}

/** Scopes to choose from; of more the list in the health line has all. */
const MOST_SCOPES = 200;
const ALL = 'all';

/** The scope that was chosen, where the capture has it. */
const chosenScope = ({ summary, view }: Model): ScopeSummary | undefined => summary?.scopes.find(({ name }) => name === view.scope);

function scopePicker({ model, actions }: Context): TemplateResult | typeof nothing {
  const scopes = (model.summary?.scopes ?? []).slice(0, MOST_SCOPES);
  if (scopes.length === 0) return nothing;
  const chosen = chosenScope(model);
  /** Its name, where that is told apart from the choice of all. */
  const valueOf = ({ name }: ScopeSummary): string => (name === '' || name === ALL ? `(${name})` : name);
  const now = chosen === undefined ? ALL : valueOf(chosen);
  return html`<label class="pick"
    ><span class="lead">Scope</span
    ><vscode-dropdown
      class="scopes"
      aria-label="Scope"
      .value=${now}
      ?disabled=${model.replay.state.state === 'running'}
      @change=${(event: Event) => actions.setScope(scopes.find((scope) => valueOf(scope) === chosenValue(event))?.name)}
    >
      <vscode-option value=${ALL} title="Replays the whole capture; measures every scope" ?selected=${now === ALL}>all</vscode-option>
      ${scopes.map((scope) => {
        const { name, begins } = scope;
        const first = `at #${String(begins[0] ?? 0)}`;
        return html`<vscode-option
          value=${valueOf(scope)}
          title=${begins.length === 1 ? `Begins ${first}` : `${String(begins.length)} times, first ${first}`}
          ?selected=${now === valueOf(scope)}
          >${name === '' ? '(unnamed)' : name}</vscode-option
        >`;
      })}
    </vscode-dropdown></label
  >`;
}

function device({ model, actions }: Context): TemplateResult {
  const { devices, settings } = model.environment;
  const chosen = deviceLabel(settings);
  const choose = (event: Event): void => {
    const wanted = chosenValue(event);
    const choice = devices.find((one) => deviceLabel(one) === wanted);
    if (choice !== undefined) actions.changeSettings({ engine: choice.engine, device: choice.device, deviceName: choice.deviceName });
  };
  return html`<label class="pick"
      ><span class="lead">Device</span
      ><vscode-dropdown aria-label="Device" .value=${chosen} ?disabled=${model.replay.state.state === 'running'} @change=${choose}>
        ${devices.map((one) => {
          const label = deviceLabel(one);
          return html`<vscode-option value=${label} title="${one.description}: ${one.runs}" ?selected=${label === chosen}
            >${label}</vscode-option
          >`;
        })}
      </vscode-dropdown></label
    >
    ${settings.device.startsWith('local-task') ? threads(model, actions) : nothing}`;
}

function threads({ environment, replay: { state } }: Model, actions: Actions): TemplateResult {
  const { settings, processors } = environment;
  const now = String(settings.workers ?? '');
  const choices = ['', ...threadChoices(processors).map(String)];
  return html`<label class="pick"
    ><span class="lead">Threads</span
    ><vscode-dropdown
      class="threads"
      aria-label="Threads"
      .value=${now}
      ?disabled=${state.state === 'running'}
      @change=${(event: Event) => actions.changeSettings({ workers: chosenValue(event) === '' ? undefined : Number(chosenValue(event)) })}
    >
      ${choices.map(
        (count) =>
          html`<vscode-option value=${count} ?selected=${count === now}
            >${count === '' ? `all ${String(processors)}` : count}</vscode-option
          >`,
      )}
    </vscode-dropdown></label
  >`;
}

function chosenValue({ target }: Event): string {
  return (target as HTMLElement & { value: string }).value;
}

function modes({ model, actions }: Context): TemplateResult {
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = VIEW_MODES.findIndex(({ mode }) => mode === model.view.mode);
    const next = VIEW_MODES[(at + step + VIEW_MODES.length) % VIEW_MODES.length];
    if (next !== undefined) void actions.setMode(next.mode);
    const group = event.currentTarget;
    if (group instanceof Element) requestAnimationFrame(() => group.querySelector<HTMLElement>('[aria-checked=true]')?.focus());
  };
  return html`<div class="seg" role="radiogroup" aria-label="View" @keydown=${move}>
    ${VIEW_MODES.map(
      ({ mode, label, title }) =>
        html`<button
          role="radio"
          class=${mode === model.view.mode ? 'on' : ''}
          aria-checked=${mode === model.view.mode ? 'true' : 'false'}
          tabindex=${mode === model.view.mode ? '0' : '-1'}
          title=${title}
          @click=${() => void actions.setMode(mode)}
        >
          ${label}
        </button>`,
    )}
  </div>`;
}
