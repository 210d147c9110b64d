/** Beside the tables: what was measured on, how, and ways to take it elsewhere. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { BenchmarkEnvironment } from '../../protocol/measurement/benchmark';
import { jsonText } from '../../protocol/base/jsonText';
import { wrapped } from '../widgets/commandLine';
import { icon } from '../widgets/icon';
import type { ResultsContext } from './context';
import { csv, markdown, type Table } from '../widgets/tables';

/** Names and values; undefined ones are left out. */
export type Facts = readonly (readonly [name: string, value: string | TemplateResult | undefined])[];

export function facts(title: string, note: string | TemplateResult, list: Facts): TemplateResult {
  return html`<section class="block">
    <h2>${title} ${note === '' ? nothing : html`<em>${note}</em>`}</h2>
    <dl class="kv one">
      ${list.map(([name, value]) =>
        value === undefined
          ? nothing
          : html`<div class="field">
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
      )}
    </dl>
  </section>`;
}

/** `deviceName`: of a device of the installed IREE, what its driver calls it. */
export function environmentBlock(environment: BenchmarkEnvironment | undefined, deviceName?: string): TemplateResult | typeof nothing {
  if (environment === undefined) return nothing;
  const { cpu, processors, affinity, engine, version, devices, workers, governor, boost, mhzBefore, mhzAfter } = environment;
  const { loadBefore, loadAfter, celsiusAfter, throttled, notes } = environment;
  return html`${facts('Environment', notes.length === 0 ? 'nothing disturbed it' : '', [
    ['cpu', `${cpu}, ${String(processors)} processors`],
    [
      'device',
      engine === 'iree'
        ? html`<span title=${devices.join(', ')}>${deviceName ?? devices.join(', ')}</span>, by IREE's tools`
        : `${devices.join(', ')}, engine native ${version}`,
    ],
    ['threads', `${String(workers)}, on processors ${affinity}`],
    ['governor', governor],
    ['boost', boost === undefined ? undefined : boost ? 'on' : 'off'],
    [
      'clock',
      mhzBefore === undefined || mhzAfter === undefined
        ? undefined
        : `${String(Math.round(mhzBefore))} to ${String(Math.round(mhzAfter))} MHz`,
    ],
    ['load', `${loadBefore.toFixed(2)} before, ${loadAfter.toFixed(2)} after`],
    ['temperature', celsiusAfter === undefined ? undefined : `${String(Math.round(celsiusAfter))} °C after`],
    ['throttled', throttled === undefined || throttled === 0 ? undefined : `${String(throttled)} times`],
  ])}
  ${notes.map((note) => html`<p class="said warn">${icon('warning')}<span>${note}</span></p>`)}`;
}

/** What is exported. */
export interface Exported {
  readonly sentence: string;
  /** In CSV and Markdown. */
  readonly table: Table;
  /** In JSON; the shown run by default. */
  readonly data?: unknown;
  /** Of the files, without what follows the dot; after the run by default. */
  readonly name?: string;
  /** What does the same in a terminal, in this order; the run's own by default. */
  readonly commandLines?: readonly string[];
}

export function exportBlock({ host, inEditor, shown: { run } }: ResultsContext, exported: Exported): TemplateResult {
  const { sentence, table, data = run, name = `${run.job}-${run.subject}`, commandLines = [run.commandLine] } = exported;
  const save = (suffix: string, text: string) => (): void => {
    void host.save({ name: `${name.replaceAll(/[^\w.-]+/g, '-')}.${suffix}`, bytes: new TextEncoder().encode(text) });
  };
  const button = (label: string, act: () => void): TemplateResult =>
    html`<vscode-button appearance="secondary" @click=${act}>${label}</vscode-button>`;
  const copy = commandLines.length === 1 ? 'Copy as CLI command' : 'Copy as CLI commands';
  return html`<section class="block export">
    <h2>
      Export <span class="grow"></span
      ><button class="a" @click=${() => void host.copyText({ text: commandLines.join('\n') })}>${copy}</button>
    </h2>
    <div class="acts">
      ${button('JSON', save('json', `${jsonText(data, 2)}\n`))} ${button('CSV', save('csv', csv(table)))}
      ${button('Markdown', save('md', markdown(sentence, table)))} ${inEditor ? button('Report', () => void host.exportReport()) : nothing}
      ${button('Copy Markdown', () => void host.copyText({ text: markdown(sentence, table) }))}
    </div>
    <pre class="cli">${commandLines.map(wrapped).join('\n')}</pre>
  </section>`;
}
