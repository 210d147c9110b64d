/** The flame graph: what ran within what, by scope, command buffer and function. */
import { html, type TemplateResult } from 'lit-html';
import { functionName } from '../../widgets/functionName';
import { sentence } from '../../widgets/sentence';
import { timeText } from '../../widgets/timeUnit';
import type { Context } from '../context';
import { percent } from '../../../protocol/words/percent';
import { drawFlame } from './flameDrawing';

export function flameGraph({ asked, model, actions, timeline }: Context): TemplateResult {
  const { value, problem } = asked.flame;
  if (value === undefined) return problem === undefined ? html`` : html`<p class="empty bad" role="alert">${sentence(problem)}</p>`;
  return drawFlame({
    frames: value,
    sizeOf: ({ totalNs }) => totalNs,
    root: model.flameRoot,
    setRoot: (index) => actions.setFlameRoot(index),
    label: 'Flame graph',
    empty: 'Nothing was executed in this part of the time.',
    title: ({ name, totalNs, count }, whole) =>
      `${name}: ${timeText(totalNs)}, ${percent(whole === 0 ? 0 : totalNs / whole)}, ${String(count)} times`,
    colour: ({ nameIndex }) => (nameIndex === undefined ? 'var(--cl-other)' : timeline.colourOf(nameIndex)),
    text: ({ name }) => functionName(model.shortNames, name),
  });
}
