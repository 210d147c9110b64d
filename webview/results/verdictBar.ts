/** The first line of a run: what came of it, in one sentence, what it rests on in a second, and what can be done. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { SpeedVerdict } from '../../protocol/measurement/difference';
import type { Problem } from '../../protocol/capture/capture';
import type { RunOf } from '../../protocol/results/results';
import type { Diagnostic, JobState, RunCrash } from '../../protocol/replay/run';
import { icon, type IconName } from '../widgets/icon';
import { sentence } from '../widgets/sentence';
import type { ResultsContext } from './context';
import { recordLink } from './recordLink';

export interface Verdict {
  readonly tone: 'good' | 'bad' | 'plain';
  readonly icon: IconName;
  readonly sentence: string;
  readonly basis: string | TemplateResult;
}

/** The tone of what is said of a speed: only what is told is good or bad. */
export function toneOf(verdict: SpeedVerdict): Verdict['tone'] {
  return verdict === 'faster' ? 'good' : verdict === 'slower' ? 'bad' : 'plain';
}

/** The verdict of a run that did not come to its end, or of one without a result; undefined when the result speaks. */
export function unfinished(context: ResultsContext, state: JobState<unknown, unknown>, doing: string): Verdict | undefined {
  switch (state.state) {
    case 'idle':
      return {
        tone: 'plain',
        icon: 'clock',
        sentence: state.waitsFor ?? 'Waits for the runs before it.',
        basis: 'Two measurements at a time would disturb each other.',
      };
    case 'running':
      if (state.cancelling === true)
        return {
          tone: 'plain',
          icon: 'clock',
          sentence: 'Cancelling',
          basis: 'It ends with the kernel that is being executed. What was measured is kept.',
        };
      return { tone: 'plain', icon: 'clock', sentence: doing, basis: 'What has been measured is shown already; Cancel keeps it.' };
    case 'refused':
      return {
        tone: 'bad',
        icon: 'error',
        sentence: 'Not run: the capture cannot be replayed as it is.',
        basis: problems(context, state.problems),
      };
    case 'failed':
      return {
        tone: 'bad',
        icon: 'error',
        sentence: state.diagnostics === undefined ? 'The run failed.' : 'The candidate was not built.',
        // Where the compiler names places, what it says needs no more words.
        basis:
          (state.diagnostics ?? []).length === 0
            ? problems(context, [state.problem])
            : html`${state.diagnostics?.map((one) => diagnostic(context, one))}`,
      };
    case 'crashed':
      return { tone: 'bad', icon: 'error', sentence: crashSentence(state.crash), basis: crashBasis(context, state.crash) };
    case 'cancelled':
      return state.result === undefined
        ? {
            tone: 'plain',
            icon: 'info',
            sentence:
              state.interrupted === true
                ? 'Interrupted: the window was closed or loaded again while it ran.'
                : 'Cancelled before anything was measured.',
            basis: '',
          }
        : undefined;
    case 'done':
      return undefined;
  }
}

export function crashSentence({ signal, function: name }: RunCrash): string {
  return `The code ended the engine process with ${signal}${name === undefined ? '' : ` in ${name}`}. VS Code is not affected.`;
}

export function crashBasis(context: ResultsContext, { record, via, workgroup, executable }: RunCrash): TemplateResult {
  return html`${record === undefined ? nothing : html`At ${recordLink(context, record, via)}`}${
    executable === undefined ? nothing : html`, executable ${executable}`
  }${workgroup === undefined ? nothing : html`, workgroup [${workgroup.join(', ')}]`}.`;
}

function problems(context: ResultsContext, list: readonly Problem[]): TemplateResult {
  return html`${list
    .filter(({ severity }) => severity === 'error')
    .map(
      ({ message, remedy, record }) =>
        html`<div>
          ${sentence(message)} ${record === undefined ? nothing : recordLink(context, record)}
          ${remedy === undefined ? nothing : sentence(remedy)}
        </div>`,
    )}`;
}

function diagnostic({ host, inEditor }: ResultsContext, { severity, file, line, column, message }: Diagnostic): TemplateResult {
  const place = `${file.split(/[/\\]/).at(-1) ?? file}:${String(line)}:${String(column)}`;
  const open = (event: Event): void => {
    event.preventDefault();
    void host.openSource({ file, line, column });
  };
  const where = inEditor ? html`<a class="a" href="#" title=${file} @click=${open}>${place}</a>` : place;
  return html`<div class="m">${where}: ${severity}: ${message}</div>`;
}

export function verdictBar(context: ResultsContext, verdict: Verdict): TemplateResult {
  const { shown } = context;
  const { run } = shown;
  const active = run.state.state === 'running' || run.state.state === 'idle';
  const part = progressPart(run.state);
  return html`<header class="verdict tone-${verdict.tone}" data-state=${run.state.state}>
      <span class="mark">${run.state.state === 'running' ? html`<span class="spin" aria-hidden="true"></span>` : icon(verdict.icon)}</span>
      <div class="grow">
        <h1 role="status">${verdict.sentence}</h1>
        <div class="basis">${verdict.basis}</div>
      </div>
      ${context.inEditor ? buttons(context, active) : nothing}
    </header>
    ${
      active
        ? html`<div class="progress ${part === undefined ? 'indexing endless' : ''}" role="progressbar" aria-label="Progress">
            <i style=${part === undefined ? '' : `width:${100 * part}%`}></i>
          </div>`
        : nothing
    }`;
}

/** What can be done with a run. */
function buttons(context: ResultsContext, active: boolean): TemplateResult {
  const { host, shown } = context;
  return html`${shown.compared === undefined ? runButtons(context, active) : nothing}
    <button class="tool" title="Show Output" aria-label="Show Output" @click=${() => void host.showOutput()}>${icon('info')}</button>`;
}

function runButtons({ host, shown }: ResultsContext, active: boolean): TemplateResult {
  const { run, onSave } = shown;
  const cancelling = run.state.state === 'running' && run.state.cancelling === true;
  return html`${
    active
      ? html`<vscode-button appearance="secondary" class="cancel" ?disabled=${cancelling} @click=${() => void host.cancel()}
          >${icon('stop')}Cancel</vscode-button
        >`
      : html`<vscode-button appearance="primary" class="again" @click=${() => void host.repeat()}
          >${icon('refresh')}Run Again</vscode-button
        >`
  }
  ${
    active || !comparable(run)
      ? nothing
      : html`<vscode-button appearance="secondary" title="With another run" @click=${() => void host.compare()}>Compare…</vscode-button>`
  }
  ${
    run.job === 'benchmark' && canBreakDown(run)
      ? html`<vscode-button
          appearance="secondary"
          class="breakdown"
          title="Runs it again, and records where the time goes: functions, launches, records"
          @click=${() => void host.breakDown()}
          >Break Down</vscode-button
        >`
      : nothing
  }
  ${
    run.job === 'bisect'
      ? html`<vscode-button appearance="secondary" @click=${() => void host.chooseCandidate()}>Choose Series…</vscode-button>`
      : nothing
  }
  ${
    run.job === 'substitute'
      ? html`<vscode-button appearance="secondary" @click=${() => void host.chooseCandidate()}>Choose Candidate…</vscode-button>
          <vscode-button
            appearance="secondary"
            class="onsave"
            aria-pressed=${onSave ? 'true' : 'false'}
            title="Builds, verifies and times the candidate at each save"
            @click=${() => void host.toggleOnSave()}
            >${onSave ? html`${icon('ok')}On Save` : 'Substitute on Save'}</vscode-button
          >`
      : nothing
  }`;
}

/** Two of its kind can be shown side by side. */
const comparable = ({ job }: ResultsContext['shown']['run']): boolean => job === 'benchmark' || job === 'substitute';

/** There are scopes or the whole capture in it, and nothing was recorded of them. */
function canBreakDown({ state, settings }: RunOf<'benchmark'>): boolean {
  if (settings.engine !== 'native' || state.state !== 'done') return false;
  const { rows } = state.result;
  return rows.some(({ kind }) => kind !== 'dispatch') && rows.every(({ breakdown }) => breakdown === undefined);
}

function progressPart(state: ShownState): number | undefined {
  if (state.state !== 'running') return undefined;
  const { progress } = state;
  if ('record' in progress) return progress.records === 0 ? undefined : progress.record / progress.records;
  if ('tests' in progress || progress.of === 0) return undefined;
  const at = 'iterations' in progress ? progress.iterations : 'pair' in progress ? progress.pair : progress.run;
  return Math.min(1, at / progress.of);
}

type ShownState = ResultsContext['shown']['run']['state'];
