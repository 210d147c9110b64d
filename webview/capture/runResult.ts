/** What a replay did: scopes with their times, outputs, warnings. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ReplayTarget } from '../../protocol/replay/replay';
import type { IreeRunResult, RunOutput, RunResult } from '../../protocol/replay/run';
import { icon } from '../widgets/icon';
import { bytes, counted, duration, grouped } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import type { Context } from './context';
import { recordLink } from './spans';

/** Rows drawn of each table. */
const MAX_ROWS = 200;
const HASH_DIGITS = 16;

export function resultSentence(target: ReplayTarget, result: RunResult | IreeRunResult, deviceName?: string): string {
  if ('program' in result) return `Replayed by IREE on ${deviceName ?? result.devices.join(', ')}, which reported success.`;
  const { devices, executeNs, operations, dispatches } = result;
  const what = `${counted(operations, 'operation')}, ${counted(dispatches, 'dispatch', 'dispatches')}.`;
  const on = `on ${devices.join(', ')}`;
  switch (target.kind) {
    case 'capture':
      return `Replayed ${on} in ${duration(executeNs)}: ${what}`;
    case 'upTo':
      return `Replayed up to record ${String(target.record)}, before it executes, ${on} in ${duration(executeNs)}: ${what}`;
    case 'scope':
      return `${scopeSentence(target.name, result)} ${on}, the whole replay ${duration(executeNs)}.`;
  }
}

function scopeSentence(name: string, { scopes: all }: RunResult): string {
  const times = all.filter((scope) => scope.name === name).map(({ ns }) => Number(ns));
  const sum = duration(times.reduce((total, ns) => total + ns, 0));
  if (times.length === 0) return `Scope ${name} never ended`;
  if (times.length === 1) return `Scope ${name} took ${sum}`;
  const shortest = duration(Math.min(...times));
  return `Scope ${name} took ${sum} in ${String(times.length)} runs, the shortest ${shortest},`;
}

export function runResult(context: Context, target: ReplayTarget, result: RunResult | IreeRunResult): TemplateResult {
  if ('program' in result) {
    return html`<div class="outcome">
      <p>${duration(result.wallNs)} for the whole process, <span class="m">${result.program}</span></p>
      <p class="dim">IREE's tools give no times of scopes and no progress: choose a device of the native engine for these.</p>
      ${outputs(context, result.outputs ?? [])}
    </div>`;
  }
  const only = target.kind === 'scope' ? target.name : undefined;
  return html`<div class="outcome">
    <p>${facts(result).join(' · ')}</p>
    ${result.warnings.map(
      ({ message, record }) =>
        html`<p class="warn">${icon('warning')} ${sentence(message)} ${record === undefined ? nothing : recordLink(context, record)}</p>`,
    )}
    <div class="tables">${scopes(context, result, only)} ${outputs(context, result.outputs)}</div>
  </div>`;
}

function facts(result: RunResult): readonly string[] {
  const { workgroups, workers, prepareNs, peakBytes, addedEdges, assumedSignals, skipped } = result;
  return [
    counted(workgroups, 'workgroup'),
    ...(workers > 1 ? [counted(workers, 'thread')] : []),
    `prepared in ${duration(prepareNs)}`,
    `at most ${bytes(peakBytes)} of buffers at once`,
    ...(addedEdges === '0' ? [] : [`${counted(addedEdges, 'ordering')} added where the host had waited`]),
    ...(assumedSignals === '0' ? [] : [`${counted(assumedSignals, 'host signal')} assumed`]),
    ...(skipped === 0 ? [] : [`${counted(skipped, 'operation')} that had failed when recorded left out`]),
  ];
}

/** Times of scopes; of one name when `only` says it. */
function scopes(context: Context, { scopes: every }: RunResult, only: string | undefined): TemplateResult | typeof nothing {
  const all = every.filter(({ name }) => only === undefined || name === only);
  if (all.length === 0) return nothing;
  const longest = Math.max(...all.map(({ ns }) => Number(ns)), 1);
  return html`<table class="mini" aria-label="Times of scopes">
    <thead>
      <tr>
        <th scope="col" class="r">Record</th>
        <th scope="col">Scope</th>
        <th scope="col" class="r">Time</th>
        <th scope="col" class="bars">Of the longest</th>
      </tr>
    </thead>
    <tbody>
      ${all.slice(0, MAX_ROWS).map(
        ({ name, record, ns }) =>
          html`<tr>
            <td class="r">${recordLink(context, record)}</td>
            <td>${name}</td>
            <td class="r">${duration(ns)}</td>
            <td>
              <span class="bar" title="${((100 * Number(ns)) / longest).toFixed(1)} %"
                ><i style="width:${(100 * Number(ns)) / longest}%"></i
              ></span>
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function outputs(context: Context, all: readonly RunOutput[]): TemplateResult | typeof nothing {
  if (all.length === 0) return nothing;
  return html`<table class="mini" aria-label="What the application reads back">
    <thead>
      <tr>
        <th scope="col" class="r">Record</th>
        <th scope="col">Read back by the application</th>
        <th scope="col" class="r">Offset</th>
        <th scope="col" class="r">Length</th>
        <th scope="col">SHA-256</th>
      </tr>
    </thead>
    <tbody>
      ${all.slice(0, MAX_ROWS).map(
        ({ record, buffer, offset, length, sha256 }) =>
          html`<tr>
            <td class="r">${recordLink(context, record)}</td>
            <td><button class="a m" @click=${() => void context.actions.follow({ text: '', object: buffer })}>buffer ${buffer}</button></td>
            <td class="r">${grouped(offset)}</td>
            <td class="r">${bytes(length)}</td>
            <td title=${sha256 ?? ''}>${sha256?.slice(0, HASH_DIGITS) ?? ''}</td>
          </tr>`,
      )}
    </tbody>
    ${
      all.length > MAX_ROWS
        ? html`<tfoot>
            <tr>
              <td colspan="5" class="dim">and ${grouped(all.length - MAX_ROWS)} more</td>
            </tr>
          </tfoot>`
        : nothing
    }
  </table>`;
}
