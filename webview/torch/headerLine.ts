/** The line on top: whether all of the trace could be read, then what was profiled, how long, and what took most. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { TorchTraceInfo } from '../../protocol/neighbour/torch';
import { percent } from '../../protocol/words/percent';
import { icon } from '../widgets/icon';
import { bytes, counted, grouped } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import { timeText } from '../widgets/timeUnit';
import type { Context } from './context';

export function headerLine(context: Context): TemplateResult {
  const { model, asked } = context;
  const { value: trace, problem } = asked.trace;
  if (model.failure !== undefined) return html`<div class="words"><span class="lead bad">${icon('error')}Cannot be opened</span></div>`;
  if (problem !== undefined)
    return html`<div class="words"><span class="lead bad">${icon('error')}Cannot be told</span><span>${sentence(problem)}</span></div>`;
  if (trace === undefined) return html`<div class="words"><span class="lead">Reading</span></div>`;
  return html`<div class="words">${lead(trace)} ${words(context, trace)}</div>
    ${model.openList === 'notices' ? missingList(trace) : nothing}`;
}

function lead({ problems }: TorchTraceInfo): TemplateResult {
  return problems.length === 0
    ? html`<span class="lead good">${icon('ok')}Complete</span>`
    : html`<span class="lead bad">${icon('error')}${counted(problems.length, 'problem')}</span>`;
}

/** The machine's devices, each kind once. */
function deviceWords({ devices, deviceUses }: TorchTraceInfo): string {
  const names = new Map<string, number>();
  for (const { id, name } of devices) {
    const word = name === '' ? `device ${id}` : name;
    names.set(word, (names.get(word) ?? 0) + 1);
  }
  const known = [...names].map(([name, count]) => (count === 1 ? name : `${String(count)} × ${name}`));
  return known.length > 0 ? known.join(', ') : deviceUses.map(({ device, labels }) => labels ?? `device ${device}`).join(', ');
}

function words(context: Context, trace: TorchTraceInfo): TemplateResult {
  const { durationNs = '0', operations, events, distributed } = trace;
  const devices = deviceWords(trace);
  return html`
    <span>PyTorch trace</span>
    ${devices === '' ? html`<span>no device</span>` : html`<span class="m">${devices}</span>`}
    ${distributed?.rank === undefined ? nothing : html`<span>rank <b>${distributed.rank}</b> of ${distributed.worldSize ?? '?'}</span>`}
    <span><b>${timeText(Number(durationNs))}</b></span>
    <span><b>${grouped(operations)}</b> ${operations === 1 ? 'operation' : 'operations'}</span>
    ${busy(trace)} ${mostTime(context, trace)} ${missing(context, trace)}
    <span class="dim last">${grouped(events)} events, ${bytes(trace.bytes)}</span>
  `;
}

/** How much of its time each device works; of several, all together. */
function busy({ deviceUses }: TorchTraceInfo): TemplateResult | typeof nothing {
  if (deviceUses.length === 0) return nothing;
  const work = deviceUses.reduce((sum, use) => sum + use.work, 0);
  const [of, length] = deviceUses.reduce(
    ([busyNs, spanNs], use) => [busyNs + Number(use.busyNs), spanNs + Number(use.durationNs ?? 0)],
    [0, 0],
  );
  const share = length === 0 ? nothing : html`, busy <b class="m">${percent(of / length)}</b>`;
  const title = 'Part of the time from the first kernel to the last in which a device works';
  return html`<span title=${title}
    ><b>${grouped(work)}</b>
    ${work === 1 ? 'kernel' : 'kernels'}${deviceUses.length === 1 ? nothing : html` on ${counted(deviceUses.length, 'device')}`}${share}</span
  >`;
}

/** The operation whose own kernels took most, or without any, that took most itself. */
function mostTime({ actions }: Context, { byOperation: { rows }, byKernel, deviceUses }: TorchTraceInfo): TemplateResult | typeof nothing {
  const device = rows.some(({ deviceCount }) => deviceCount > 0);
  const time = (row: (typeof rows)[number]): number => Number(device ? row.deviceSelfNs : row.selfNs);
  const [first] = rows.toSorted((a, b) => time(b) - time(a));
  if (first === undefined) {
    const [kernel] = byKernel.rows;
    if (kernel === undefined) return nothing;
    const all = deviceUses.reduce((sum, { busyNs }) => sum + Number(busyNs), 0);
    return html`<span
      >most: <button class="word opens" @click=${() => actions.setLowerTab('kernels')}>a ${kernel.kind}</button>,
      ${timeText(Number(kernel.totalNs))}${all === 0 ? nothing : ` (${percent(Number(kernel.totalNs) / all)})`}</span
    >`;
  }
  const all = rows.reduce((sum, row) => sum + time(row), 0);
  return html`<span title=${device ? 'What devices did for it alone' : 'Without the operations in it'}
    >most:
    <button class="word opens m" @click=${() => actions.setLowerTab('operations')}>${first.name}</button>
    ${timeText(time(first))}${all === 0 ? nothing : ` (${percent(time(first) / all)})`}</span
  >`;
}

function missing({ model, actions }: Context, { missing: list }: TorchTraceInfo): TemplateResult | typeof nothing {
  if (list.length === 0) return nothing;
  return html`<span
    >${icon('info')}<button
      class="word opens"
      aria-haspopup="true"
      aria-expanded=${model.openList === 'notices' ? 'true' : 'false'}
      @click=${() => actions.toggleList('notices')}
    >
      ${grouped(list.length)} not recorded
    </button></span
  >`;
}

function missingList({ missing: list }: TorchTraceInfo): TemplateResult {
  return html`<div class="popup lacks">
    ${list.map((one) => html`<div class="item notice">${icon('info')}<span>${sentence(one)}</span></div>`)}
  </div>`;
}
