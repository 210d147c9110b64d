/** What a replay did: scopes with their times, outputs, warnings. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { RunResult } from '../../protocol/run';
import { icon } from '../widgets/icon';
import { bytes, counted, duration, grouped } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import type { Context } from './model';
import { recordLink } from './spans';

/** Rows drawn of each table. */
const MAX_ROWS = 200;
const HASH_DIGITS = 16;

export function resultSentence({ devices, executeNs, operations, dispatches }: RunResult): string {
  return `Replayed on ${devices.join(', ')} in ${duration(executeNs)}: ${counted(operations, 'operation')}, ${counted(dispatches, 'dispatch', 'dispatches')}.`;
}

export function runResult(context: Context, result: RunResult): TemplateResult {
  return html`<div class="outcome">
    <p>
      ${counted(result.workgroups, 'workgroup')} · prepared in ${duration(result.prepareNs)} · at most ${bytes(result.peakBytes)} of buffers
      at once${result.skipped > 0 ? ` · ${counted(result.skipped, 'operation')} that had failed when recorded left out` : ''}
    </p>
    ${result.warnings.map(
      ({ message, record }) =>
        html`<p class="warn">${icon('warning')} ${sentence(message)} ${record === undefined ? nothing : recordLink(context, record)}</p>`,
    )}
    <div class="tables">${scopes(context, result)} ${outputs(context, result)}</div>
  </div>`;
}

function scopes(context: Context, { scopes: all }: RunResult): TemplateResult | typeof nothing {
  if (all.length === 0) return nothing;
  const longest = Math.max(...all.map(({ ns }) => Number(ns)), 1);
  return html`<table class="mini">
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

function outputs(context: Context, { outputs: all }: RunResult): TemplateResult | typeof nothing {
  if (all.length === 0) return nothing;
  return html`<table class="mini">
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
