/** Parts of a slice's details that every page with a timeline has. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Flow, ProfileSection, SliceDetails, SliceId } from '../../protocol/profile/profile';
import { icon } from '../widgets/icon';
import type { Latest } from '../widgets/latest';
import { sentence } from '../widgets/sentence';
import { timeText } from '../widgets/timeUnit';
import type { Actions } from './actions';
import { placeHistogram } from './histogram';
import { links } from './links';
import type { Model } from './model';
import type { Timeline } from './timeline/timeline';

/** What they need of the page. */
export interface SliceContext {
  readonly model: Pick<Model, 'tracks'>;
  readonly actions: Pick<Actions, 'follow' | 'step' | 'zoomToSelection'>;
  readonly asked: { readonly flows: Pick<Latest<SliceId, readonly Flow[]>, 'of' | 'value' | 'problem'> };
  readonly timeline: Pick<Timeline, 'colourOf'>;
}

/** What it is, with what leads to others. */
export function sliceHead({ actions, timeline }: SliceContext, { heading, name, nameIndex }: SliceDetails): TemplateResult {
  return html`<div class="dh">
    <div class="t">
      <h3 class="grow el" title=${heading}>${heading}</h3>
      ${tool('back', 'Slice before', () => void actions.step(-1))} ${tool('forward', 'Slice behind', () => void actions.step(1))}
      ${tool('fit', 'Zoom to it (F)', () => actions.zoomToSelection())}
    </div>
    <div class="m subject" title=${name}><i class="sw" style="--c:${timeline.colourOf(nameIndex)}"></i>${name}</div>
  </div>`;
}

/** Its flows, once they have come. */
export function flowsOf({ asked }: SliceContext, { slice }: SliceDetails): readonly Flow[] | undefined {
  const { of, value } = asked.flows;
  return of?.track === slice.track && of.index === slice.index ? value : undefined;
}

/** Its sections, the first with where it stands among those of its name. */
export function sliceSections(context: SliceContext, shown: SliceDetails): TemplateResult {
  const [first, ...rest] = shown.sections;
  const colour = context.timeline.colourOf(shown.nameIndex);
  return html`${first === undefined ? nothing : section(context, first, placeHistogram(shown, colour))}
  ${rest.map((one) => section(context, one))}`;
}

export function tool(name: 'back' | 'forward' | 'fit', title: string, act: () => void): TemplateResult {
  return html`<button class="tool" title=${title} aria-label=${title} @click=${act}>${icon(name)}</button>`;
}

function section(
  context: { readonly actions: Pick<Actions, 'follow'> },
  { title, note, fields }: ProfileSection,
  after?: TemplateResult,
): TemplateResult {
  return html`<div class="sec">
    <h4>${title}${note === undefined ? nothing : html`<em>${note}</em>`}</h4>
    <dl class="kv one">
      ${fields.map(
        ({ name, value }) =>
          html`<div class="field">
            <dt>${name}</dt>
            <dd>${links(context, value)}</dd>
          </div>`,
      )}
    </dl>
    ${after ?? nothing}
  </div>`;
}

export function flowList(context: SliceContext, flows: readonly Flow[] | undefined): TemplateResult {
  const { asked } = context;
  if (flows === undefined)
    return asked.flows.problem === undefined ? html`` : html`<p class="empty bad" role="alert">${sentence(asked.flows.problem)}</p>`;
  if (flows.length === 0) return html`<p class="empty">Nothing leads to this slice, and nothing from it.</p>`;
  const list = (title: string, wanted: readonly Flow[]): TemplateResult | typeof nothing =>
    wanted.length === 0
      ? nothing
      : html`<div class="sec">
          <h4>${title}</h4>
          <dl class="kv one">
            ${wanted.map((flow) => {
              const there = flow.to.track === asked.flows.of?.track && flow.to.index === asked.flows.of.index ? flow.from : flow.to;
              const gap = Number(BigInt(flow.toTime) - BigInt(flow.fromTime));
              return html`<div class="field">
                <dt>${flow.kind}</dt>
                <dd>
                  ${links(context, [
                    { text: trackName(context, there.track), slice: there },
                    { text: `, ${timeText(gap)} between`, dim: true },
                  ])}
                </dd>
              </div>`;
            })}
          </dl>
        </div>`;
  const to = (flow: Flow): boolean => flow.to.track === asked.flows.of?.track && flow.to.index === asked.flows.of.index;
  const direct = flows.filter((flow) => flow.direct);
  return html`${list('Waits on', direct.filter(to))}
  ${list(
    'Feeds',
    direct.filter((flow) => !to(flow)),
  )}
  ${list(
    'One step further',
    flows.filter((flow) => !flow.direct),
  )}`;
}

const trackName = ({ model }: SliceContext, id: number): string =>
  model.tracks.find((track) => track.id === id)?.name ?? `track ${String(id)}`;
