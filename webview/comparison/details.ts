/** What is chosen, in both profiles: how its times are spread, what changed, and the ways to it. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ComparedProfiles, ComparedSamples, ComparedSide, ProfileDiffRow } from '../../protocol/profile/profileComparison';
import { functionColour } from '../widgets/functionColour';
import { grouped } from '../widgets/numbers';
import { inUnit, unitFor, type TimeUnit } from '../widgets/timeUnit';
import { binsOf, distributions } from './distributions';
import { functionRanks } from './functionRanks';
import { spreadOf } from './spread';
import { signed } from './tables/signed';

export interface DetailsOptions {
  readonly compared: ComparedProfiles;
  readonly row: ProfileDiffRow;
  /** Its times; undefined until they have come. */
  readonly samples: ComparedSamples | undefined;
  /** False in a report: its links say where they lead in the editor. */
  readonly inEditor: boolean;
  /** The distribution is shown as a table. */
  readonly asTable: boolean;
  readonly showTable: (shown: boolean) => void;
  /** Shows its loops and lines; absent where no samples of it are known. */
  readonly showHotspots?: (kernel: string) => void;
  /** Opens the profile of a side, at the row's record where it has one. */
  readonly openSlices: (side: ComparedSide) => void;
  /** Opens the capture of a side's profile at the record. */
  readonly openRecord: (side: ComparedSide, record: number) => void;
}

export function details(options: DetailsOptions): TemplateResult {
  const { compared, row, samples, asTable, showTable, showHotspots } = options;
  const { key, record, before, after, difference } = row;
  const count = (side: typeof before): string => (side === undefined ? 'None' : grouped(side.executions));
  const rank = functionRanks(compared.functions).get(key) ?? 0;
  return html`<section class="block distribution">
      <h2 class="m">
        <i class="sw" style="--c:${functionColour(rank)}"></i
        ><span>${key}${record === undefined ? nothing : html` <em>#${record}</em>`}</span>
      </h2>
      <p class="dim">
        ${count(before)} executions in A, ${count(after).toLowerCase()} in
        B${before === undefined || after === undefined ? '' : `, matched by ${record === undefined ? 'function' : 'record'}`}.
      </p>
      ${difference?.missing === undefined ? nothing : html`<p class="said">${difference.missing}</p>`}
      ${showHotspots === undefined ? nothing : html`<p><button class="a" @click=${() => showHotspots(key)}>Loops and Lines</button></p>`}
    </section>
    <section class="block distribution">
      <h2>
        Distribution <em><span class="a-mark">● A</span> <span class="b-mark">◆ B</span></em
        ><span class="grow"></span>
        ${
          samples === undefined
            ? nothing
            : html`<button class="a" aria-pressed=${asTable ? 'true' : 'false'} @click=${() => showTable(!asTable)}>
                ${asTable ? 'As Figure' : 'As Table'}
              </button>`
        }
      </h2>
      ${samples === undefined ? html`<p class="dim">Reading its times…</p>` : asTable ? binTable(samples) : distributions(samples)}
    </section>
    ${samples === undefined ? nothing : changed(row, samples)} ${links(options)}`;
}

/** Parts without a sample in either are left out. */
function binTable(samples: ComparedSamples): TemplateResult {
  const { low, high, a, b } = binsOf(samples, 32);
  const unit = unitFor(high);
  const step = (high - low) / a.length;
  return html`<div class="scroller bins">
    <table class="mini" aria-label="Distribution of times in A and in B">
      <thead>
        <tr>
          <th scope="col" class="r">From, ${unit.name}</th>
          <th scope="col" class="r">A</th>
          <th scope="col" class="r">B</th>
        </tr>
      </thead>
      <tbody>
        ${a.map((count, i) =>
          count === 0 && b[i] === 0
            ? nothing
            : html`<tr>
                <td class="r">${inUnit(low + i * step, unit)}${i === a.length - 1 ? ' and more' : ''}</td>
                <td class="r">${count}</td>
                <td class="r">${b[i]}</td>
              </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Without a verdict: what is faster or slower is said in the table, by its rule alone. */
function changed({ before, after }: ProfileDiffRow, samples: ComparedSamples): TemplateResult {
  const [a, b] = [spreadOf(samples.a), spreadOf(samples.b)];
  const line = (title: string, one: number | undefined, other: number | undefined, unit: TimeUnit | undefined): TemplateResult => {
    const text = (value: number): string => (unit === undefined ? grouped(value) : inUnit(value, unit));
    const difference = one === undefined || other === undefined ? undefined : other - one;
    return html`<tr>
      <th scope="row">${title}${unit === undefined ? '' : `, ${unit.name}`}</th>
      <td class="r">${one === undefined ? '' : text(one)}</td>
      <td class="r">${other === undefined ? '' : text(other)}</td>
      <td class="r">${difference === undefined ? '' : signed(text(difference), difference)}</td>
    </tr>`;
  };
  const time = (title: string, one: number | undefined, other: number | undefined): TemplateResult =>
    line(title, one, other, unitFor(Math.max(one ?? 0, other ?? 0)));
  return html`<section class="block changed">
    <h2>What changed</h2>
    <table class="mini" aria-label="What changed from A to B">
      <thead>
        <tr>
          <th scope="col"></th>
          <th scope="col" class="r">A</th>
          <th scope="col" class="r">B</th>
          <th scope="col" class="r">B − A</th>
        </tr>
      </thead>
      <tbody>
        ${time('median', a?.median, b?.median)} ${time('MAD', a?.mad, b?.mad)} ${time('p95', a?.p95, b?.p95)}
        ${time('least', a?.least, b?.least)} ${time('most', a?.most, b?.most)} ${time('total', before?.totalNs, after?.totalNs)}
        ${line('executions', before?.executions, after?.executions, undefined)}
      </tbody>
    </table>
  </section>`;
}

function links({ compared, row, inEditor, openSlices, openRecord }: DetailsOptions): TemplateResult {
  const { record, before, after } = row;
  const link = (words: string, act: () => void): TemplateResult | string => {
    if (!inEditor) return words;
    return html`<a
      class="a"
      href="#"
      @click=${(event: Event) => {
        event.preventDefault();
        act();
      }}
      >${words}</a
    >`;
  };
  const side = (name: ComparedSide, file: string | undefined, there: boolean): TemplateResult =>
    html`<div class="field">
      <dt>${name.toUpperCase()}</dt>
      <dd>
        ${link(`${file ?? ''}${record === undefined || !there ? '' : `, slices of #${String(record)}`}`, () => openSlices(name))}${
          record === undefined || !there
            ? nothing
            : html`<br />${link(`record #${String(record)} in its capture`, () => openRecord(name, record))}`
        }
      </dd>
    </div>`;
  return html`<section class="block links">
    <h2>Links</h2>
    <dl class="kv one">
      ${side('a', compared.before.at(-1)?.name, before !== undefined)} ${side('b', compared.b.name, after !== undefined)}
    </dl>
  </section>`;
}
