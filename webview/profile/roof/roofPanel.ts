/** The tab that holds dispatches against the roof of this machine, without its table. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { besideRoof } from '../../../protocol/words/roofWords';
import { rooflineOf } from '../../widgets/roofline/roofline';
import { MEASURE, MEASURE_TITLE, rooflineNotes, withoutArithmetic, type RooflineNotes } from '../../widgets/roofline/rooflineNotes';
import { roofWords } from '../../widgets/roofline/rooflineWords';
import type { Context } from '../context';
import { roofSubjects, threadsOf } from './roofSubjects';

/** Everything that is told, once the roof and the profile are known. */
function shownRoof(context: Context): RooflineNotes | undefined {
  const { asked, model, actions } = context;
  const [known, told] = [asked.roof.value, asked.launches.value];
  if (known?.roof === undefined || told === undefined || told.launches.length === 0) return undefined;
  const { roof, given } = known;
  const [threads, subjects] = [threadsOf(told), roofSubjects(context, told, given)];
  return {
    ...{ roof, threads, subjects, chosen: model.rows['roof'], roofline: rooflineOf(roof, threads, subjects) },
    names: model.shortNames,
    notes: besideRoof(roof, told),
    give: (functions) => actions.giveOperations(functions),
    measure: () => actions.measureRoof(),
  };
}

/** Above the table. */
export function roofNote(context: Context): TemplateResult | typeof nothing {
  const shown = context.model.view.roofTable ? shownRoof(context) : undefined;
  return shown === undefined ? nothing : html`<div class="roofline-notes">${withoutArithmetic(shown)}</div>`;
}

/** In place of the table; undefined until it is known. */
export function roofContent(context: Context): TemplateResult | undefined {
  const { asked, model, actions } = context;
  const [known, told] = [asked.roof.value, asked.launches.value];
  if (known === undefined || told === undefined) return undefined;
  if (told.launches.length === 0)
    return html`<p class="empty">
      The host has timed no dispatch of this profile. What devices time themselves has no roof here, for only this machine's is known.
    </p>`;
  if (known.roof === undefined)
    return html`<div class="empty">
      <p>
        What this machine computes and moves at most has not been measured. Measuring takes a few seconds, keeps all processors busy, and
        runs nothing of a capture; the result is kept.
      </p>
      <vscode-button title=${MEASURE_TITLE} @click=${() => actions.measureRoof()}>${MEASURE}</vscode-button>
    </div>`;
  const shown = shownRoof(context);
  if (shown === undefined) return undefined;
  const { roof, threads, roofline, chosen } = shown;
  const drawing = { roof, threads, chosen, names: model.shortNames, choose: (key: string) => actions.chooseRow('roof', key) };
  return html`<div class="roof-panel">
    ${roofline === undefined ? nothing : context.roofline.draw({ ...drawing, roofline })}
    <div class="beside">
      <h4>${roofWords(roof, threads)}</h4>
      ${rooflineNotes(shown)}
    </div>
  </div>`;
}

/** Beside the tabs: how it is shown. */
export function roofChoices({ asked, model, actions }: Context): TemplateResult | typeof nothing {
  if (asked.roof.value?.roof === undefined) return nothing;
  const choice = (label: string, table: boolean): TemplateResult => {
    const on = model.view.roofTable === table;
    return html`<button class=${on ? 'on' : ''} aria-pressed=${on ? 'true' : 'false'} @click=${() => actions.setRoofTable(table)}>
      ${label}
    </button>`;
  };
  return html`<div class="seg" role="group" aria-label="Roof shown as">${choice('Plot', false)} ${choice('Table', true)}</div>`;
}
