/** The page of two captures: what the difference comes to, records that differ, what else does under them, and what is chosen beside them. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import type {
  CaptureComparisonHost,
  CaptureComparisonWebview,
  ComparedCaptures,
  KeptCaptures,
} from '../../protocol/capture/captureComparison';
import type { ComparedRecord, DiffResult } from '../../protocol/capture/captureDifference';
import { jsonText } from '../../protocol/base/jsonText';
import { connect, type RpcMessage } from '../../protocol/base/rpc';
import { diffNotes, diffSentence } from '../../protocol/words/captureDifferenceWords';
import { shellWord } from '../../protocol/words/shellWords';
import type { PageApp } from '../widgets/editorPage';
import { exportedTable } from '../widgets/gridRows';
import { icon } from '../widgets/icon';
import type { Keeper } from '../widgets/keptView';
import { counted } from '../widgets/numbers';
import { watchFocus } from '../widgets/pageFocus';
import { pairPage, pairPageWithout } from '../widgets/pairPage';
import { createPart } from '../widgets/tablePart';
import { csv, markdown } from '../widgets/tables';
import { createLowerPart } from './lowerPart';
import { changeOf, recordRows, type RecordRows } from './recordRows';

const nameOf = (file: string): string => file.split(/[/\\]/).at(-1) ?? file;

interface Shown extends ComparedCaptures {
  readonly records: RecordRows;
}

export function createDifferenceApp(root: HTMLElement, post: (message: RpcMessage) => void, keeper: Keeper): PageApp {
  let shown: Shown | undefined;
  let failure: string | undefined;
  let selected: string | undefined;
  let frame = 0;
  let restoreFocus = (): void => undefined;

  const rpc = connect<CaptureComparisonWebview, CaptureComparisonHost>(post, { failed: ({ message }) => fail(message) });
  const host = rpc.calls;
  const redraw = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const fail = (error: unknown): void => {
    failure = error instanceof Error ? error.message : String(error);
    redraw();
  };
  const show = ({ a, b, difference }: ComparedCaptures): void => {
    shown = {
      a,
      b,
      difference,
      records: recordRows(difference),
    };
    lower.load(difference);
    failure = undefined;
    selected = shown.records.table.rows.find(({ key }) => shown?.records.records.has(key) === true)?.key;
    records.view = { filter: '', open: new Set() };
    keeper.write({ a, b } satisfies KeptCaptures);
    redraw();
  };
  const open = (side: 'a' | 'b', record: number): void => void host.openRecord({ side, record }).catch(fail);
  const recordOf = (key: string | undefined): ComparedRecord | undefined =>
    key === undefined ? undefined : shown?.records.records.get(key);

  const records = createPart({
    name: 'records',
    chosen(key) {
      selected = key;
      redraw();
    },
    opened(key) {
      const record = recordOf(key);
      if (record?.b !== undefined) open('b', record.b);
      else if (record?.a !== undefined) open('a', record.a);
    },
    changed: redraw,
  });
  const lower = createLowerPart({
    chosen(key) {
      selected = key;
      redraw();
    },
    openRecord: open,
    changed: redraw,
  });

  /** To the next row that differs, or with -1 to the one before. */
  const step = (direction: 1 | -1): void => {
    const rows = shown?.records.table.rows ?? [];
    const at = rows.findIndex(({ key }) => key === selected);
    const ahead = direction === 1 ? rows.slice(at + 1) : rows.slice(0, Math.max(0, at)).toReversed();
    const next = ahead.find(({ key }) => recordOf(key) !== undefined);
    if (next === undefined) return;
    selected = next.key;
    draw();
    records.grid.reveal(next.key);
  };
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    if (event.key === 'n' || event.key === 'N') step(1);
    else if (event.key === 'p' || event.key === 'P') step(-1);
  });

  const recordsHead = ({ added, removed, changed }: DiffResult): TemplateResult =>
    html`<h2>Records</h2>
      <span class="change added">+</span>${added} <span class="change removed">−</span>${removed}
      <span class="change changed">≠</span>${changed}
      <div class="search filter" role="search">
        ${icon('filter')}
        <input
          class="plain m"
          type="text"
          placeholder="operation:dispatch diff:changed"
          aria-label="Filter records"
          spellcheck="false"
          .value=${records.view.filter}
          @input=${({ target }: Event) => {
            records.view = { ...records.view, filter: (target as HTMLInputElement).value };
            redraw();
          }}
        />
      </div>
      <button class="tool" title="Previous record that differs (P)" aria-label="Previous record that differs" @click=${() => step(-1)}>
        ${icon('up')}
      </button>
      <button class="tool" title="Next record that differs (N)" aria-label="Next record that differs" @click=${() => step(1)}>
        ${icon('down')}
      </button>`;

  const details = (record: ComparedRecord): TemplateResult => {
    const { a, b, operation, name, fields } = record;
    const link = (side: 'a' | 'b', number_: number | undefined): TemplateResult | typeof nothing =>
      number_ === undefined
        ? nothing
        : html`<button class="a" @click=${() => open(side, number_)}>${side.toUpperCase()} #${number_}</button>`;
    return html`<section class="block chosen">
      <h2>${operation} <em>${changeOf(record)}</em> <span class="grow"></span> ${link('a', a)} ${link('b', b)}</h2>
      ${name === undefined ? nothing : html`<p class="m">${name}</p>`}
      ${
        fields.length === 0
          ? nothing
          : html`<dl class="fields">
              ${fields.map(
                (field) =>
                  html`<dt>${field.field}</dt>
                    <dd class="m"><span class="a-mark">●</span> ${field.a}</dd>
                    <dd class="m"><span class="b-mark">◆</span> ${field.b}</dd>`,
              )}
            </dl>`
      }
    </section>`;
  };

  const exports = ({ a, b, difference, records: rows }: Shown): TemplateResult => {
    const line = ['ireereplay diff', shellWord(a), shellWord(b)].join(' ');
    const name = `diff-${nameOf(a)}-${nameOf(b)}`.replaceAll('.ireereplay', '').replaceAll(/[^\w.-]+/g, '-');
    const save = (suffix: string, text: string) => (): void =>
      void host.save({ name: `${name}.${suffix}`, bytes: new TextEncoder().encode(text) }).catch(fail);
    const table = exportedTable(rows.table, { filter: '', open: new Set() });
    const button = (label: string, act: () => void): TemplateResult =>
      html`<vscode-button appearance="secondary" @click=${act}>${label}</vscode-button>`;
    return html`<section class="block export">
      <h2>
        Export <span class="grow"></span
        ><button class="a" @click=${() => void host.copyText({ text: line }).catch(fail)}>Copy as CLI command</button>
      </h2>
      <div class="acts">
        ${button('JSON', save('json', `${jsonText(difference, 2)}\n`))} ${button('CSV', save('csv', csv(table)))}
        ${button('Markdown', save('md', markdown(diffSentence(difference), table)))}
      </div>
      <pre class="cli">${line}</pre>
    </section>`;
  };

  const captures = ({ a, b, difference }: Shown): TemplateResult =>
    html`<section class="block">
      <h2>Captures</h2>
      <div class="names">
        <span class="a-mark">● A</span><span title=${a}>${nameOf(a)}</span
        ><span class="dim">${counted(difference.a.records, 'record')}</span> <span class="b-mark">◆ B</span
        ><span title=${b}>${nameOf(b)}</span><span class="dim">${counted(difference.b.records, 'record')}</span>
      </div>
    </section>`;

  const outputs = (): TemplateResult =>
    html`<section class="block">
      <h2>What they compute</h2>
      <p class="said">Replays both, compares what the applications read back, and finds the first dispatch whose results differ.</p>
      <vscode-button appearance="secondary" class="outputs" @click=${() => void host.compareOutputs().catch(fail)}
        >Compare Outputs</vscode-button
      >
    </section>`;

  const page = (now: Shown): TemplateResult => {
    const { difference } = now;
    const { verdict } = difference;
    const record = recordOf(selected);
    return pairPage({
      headline: {
        tone: verdict === 'same' ? 'good' : verdict === 'differ' ? 'bad' : 'plain',
        sentence: diffSentence(difference),
        basis: diffNotes(difference).join(' '),
      },
      beside: html`<button class="tool" title="Swap A and B" aria-label="Swap A and B" @click=${() => void host.swap().then(show, fail)}>
        ${icon('swap')}
      </button>`,
      failure,
      left: [records.element, lower.element],
      side: [captures(now), record === undefined ? nothing : details(record), outputs(), exports(now)],
    });
  };
  function draw(): void {
    frame = 0;
    if (shown === undefined) {
      render(pairPageWithout('captures', failure), root);
      return;
    }
    render(page(shown), root);
    render(recordsHead(shown.difference), records.head);
    records.grid.show(shown.records.table, records.view, selected);
    lower.draw();
    restoreFocus();
  }

  return {
    receive: (message) => rpc.receive(message),
    async start() {
      restoreFocus = watchFocus({
        tell: (focused) => void host.focused({ focused }).catch(() => undefined),
        first: () => root.querySelector<HTMLElement>('.grid-table'),
      });
      draw();
      await host.start().then(show, fail);
    },
  };
}
