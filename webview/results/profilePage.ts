/** A run that records a profile: how it goes, and what it has recorded, which has an editor of its own. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { RunOf } from '../../protocol/results/results';
import { counted, duration, grouped } from '../widgets/numbers';
import type { ResultsContext } from './context';
import { facts } from './sidePanel';
import { unfinished, verdictBar, type Verdict } from './verdictBar';

/** In place of what is said of a measurement, which has something to show before its end. */
const UNTIL_THE_END = 'The profile is written when the replay has ended; Cancel leaves none.';

const isOnItsWay = ({ state }: RunOf<'run'>): boolean => state.state === 'running';

export function profilePage(context: ResultsContext, run: RunOf<'run'>): TemplateResult {
  const { profiling } = run.options;
  const verdict = {
    ...(unfinished(context, run.state, doing(run)) ?? verdictOf(run)),
    ...(isOnItsWay(run) ? { basis: UNTIL_THE_END } : {}),
  };
  return html`${verdictBar(context, verdict)}
    <main class="results">
      <div class="left">
        <section class="block wide">
          <h2>Profile</h2>
          <p class="m">${profiling?.output ?? ''}</p>
          ${
            run.state.state === 'done' && context.inEditor
              ? html`<vscode-button appearance="primary" class="open" @click=${() => void context.host.openProfile()}
                  >Open Profile</vscode-button
                >`
              : nothing
          }
        </section>
      </div>
      <aside class="side">
        ${facts('Recorded', '', [
          ['data', profiling?.mode?.replaceAll(',', ', ')],
          ['function', profiling?.filterFunction],
          ['command buffer', profiling?.filterCommandBuffer === undefined ? undefined : String(profiling.filterCommandBuffer)],
        ])}
      </aside>
    </main>`;
}

function doing({ state }: RunOf<'run'>): string {
  if (state.state !== 'running') return '';
  const { phase, record, records } = state.progress;
  const words = { preparing: 'Preparing', executing: 'Profiling', finishing: 'Writing the profile' }[phase];
  return records === 0 ? words : `${words}: record ${grouped(record)} of ${grouped(records)}`;
}

function verdictOf({ state, subject }: RunOf<'run'>): Verdict {
  const result = state.state === 'done' ? state.result : undefined;
  const told = result === undefined || 'program' in result ? undefined : result;
  const took = told === undefined ? '' : `: the replay took ${duration(told.executeNs)}`;
  const events = told?.profile === undefined ? '' : ` and ${counted(told.profile.events, 'event')}`;
  return {
    ...{ tone: 'plain', icon: 'ok', sentence: `Profiled ${subject}${took}` },
    basis: told === undefined ? '' : `${counted(told.dispatches, 'dispatch', 'dispatches')}${events} were recorded.`,
  };
}
