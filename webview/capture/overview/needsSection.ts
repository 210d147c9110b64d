/** What a replay needs, and whether it is here. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaptureSummary } from '../../../protocol/capture/capture';
import { icon, type IconName } from '../../widgets/icon';
import { bytes, counted } from '../../widgets/numbers';
import { recordedFor } from '../../../protocol/words/recordedFor';
import { deviceLabel } from '../../../protocol/replay/replay';
import type { Context } from '../context';
import { spans } from '../spans';

/** Files that are named. */
const NAMED = 3;

export function needsSection(context: Context, summary: CaptureSummary): TemplateResult {
  return html`<section class="sec" aria-label="Needs">
    <h4>Needs</h4>
    <dl class="needs">${files(context, summary)} ${devices(context, summary)} ${here(context, summary)}</dl>
  </section>`;
}

function need(mark: IconName, className: string, what: string, says: TemplateResult | string): TemplateResult {
  return html`<div>
    <dt><span class=${className}>${icon(mark)}</span>${what}</dt>
    <dd>${says}</dd>
  </div>`;
}

function files(context: Context, { files: all, hermetic }: CaptureSummary): TemplateResult {
  const named = (list: typeof all): TemplateResult[] =>
    list.slice(0, NAMED).map(({ id, record }, i) => html`${i > 0 ? ', ' : ''}${spans(context, [{ text: `file ${id}`, record }])}`);
  const outside = all.filter(({ reference }) => reference === 'external_path');
  if (outside.length > 0) {
    const more = outside.length > NAMED ? ` and ${String(outside.length - NAMED)} more` : '';
    return need('warning', 'warn', 'Files', html`${counted(outside.length, 'file')} outside of the capture: ${named(outside)}${more}`);
  }
  if (!hermetic) return need('warning', 'warn', 'Files', 'what it reads is not in the capture');
  if (all.length === 0) return need('ok', 'good', 'Files', 'none');
  const size = bytes(all.reduce((sum, one) => sum + Number(one.bytes), 0));
  return need(
    'ok',
    'good',
    'Files',
    html`none; ${named(all)}${all.length > NAMED ? ` and ${String(all.length - NAMED)} more` : ''}, ${size},
    ${all.length === 1 ? 'is' : 'are'} inside`,
  );
}

function devices({ model }: Context, { devices: count, executables }: CaptureSummary): TemplateResult {
  const formats = [...new Set(executables.map(({ format }) => format))];
  const { runs } = model.environment.devices.find((one) => deviceLabel(one) === deviceLabel(model.environment.settings)) ?? { runs: '' };
  const cannot = runs.startsWith('cannot');
  return html`${need('info', 'dim', 'Devices', counted(count, 'device'))}
  ${formats.length === 0 ? nothing : need(cannot ? 'info' : 'ok', cannot ? 'dim' : 'good', 'Formats', html`<span class="m">${formats.join(' ')}</span>${runs === '' ? nothing : html`: ${deviceLabel(model.environment.settings)} ${runs}`}`)}`;
}

/** What preflight says of it, on the chosen device. */
function here({ model }: Context, summary: CaptureSummary): TemplateResult | typeof nothing {
  const { preflight, environment } = model;
  if (!environment.trusted) return need('lock', 'warn', 'Trust', 'replaying executes code from the file, and needs a trusted workspace');
  if (preflight.state !== 'done') return nothing;
  const elsewhere = recordedFor(preflight.problems, summary.executables);
  if (elsewhere !== undefined) return need('info', 'dim', 'Replay', `needs ${elsewhere.needs}`);
  const errors = preflight.problems.filter(({ severity }) => severity === 'error').length;
  return errors === 0
    ? need('ok', 'good', 'Replay', `nothing stands against it on ${preflight.device}`)
    : need('error', 'bad', 'Replay', `${counted(errors, 'problem')} on ${preflight.device}, listed above the records`);
}
