/** The page of a comparison: its headline, where the time went, the functions, and the distribution of the one that is chosen. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import { jsonText } from '../../protocol/jsonText';
import type { ProfileDiffRow } from '../../protocol/profileComparison';
import type {
  ComparedProfile,
  ComparedProfiles,
  ComparedSamples,
  ComparisonHost,
  ComparisonWebview,
  KeptComparison,
} from '../../protocol/profileComparison';
import { connect, type RpcMessage } from '../../protocol/rpc';
import { icon } from '../widgets/icon';
import { watchFocus } from '../widgets/pageFocus';
import { shortNames } from '../widgets/shortNames';
import { csv, markdown } from '../widgets/tables';
import type { ComparisonContext, SortedBy } from './context';
import { differencesTable, exportedDifferences } from './differences';
import { distributions } from './distributions';
import { functionRanks } from './functionRanks';
import { headlineOf, type Headline } from './headline';
import { createTimelines } from './timelines/createTimelines';
import { waterfall } from './waterfall';

export interface ComparisonApp {
  /** Takes a message of the host. */
  receive(message: unknown): void;
  /** Asks the host for the comparison and draws it. */
  start(): Promise<void>;
}

/** Where the page keeps what it compares while its tab is hidden, and over reloads of the window. */
export interface Keeper {
  read(): unknown;
  write(state: KeptComparison): void;
}

export function createComparisonApp(root: HTMLElement, post: (message: RpcMessage) => void, keeper: Keeper): ComparisonApp {
  let compared: ComparedProfiles | undefined;
  let failure: string | undefined;
  let selected: ProfileDiffRow | undefined;
  let samples: ComparedSamples | undefined;
  let sorting: ComparisonContext['sorting'] = { by: 'difference', down: true };
  let onlyDifferences = false;
  const opened = new Set<string>();
  let frame = 0;
  let restoreFocus = (): void => undefined;
  /** Of the latest choice: an answer that comes later is of what is not shown any more. */
  let asked = new AbortController();

  const rpc = connect<ComparisonWebview, ComparisonHost>(post, {
    failed({ message }) {
      failure = message;
      redraw();
    },
  });
  const host = rpc.calls;
  const redraw = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const fail = (error: unknown): void => {
    failure = error instanceof Error ? error.message : String(error);
    redraw();
  };

  const announcer = document.createElement('div');
  announcer.className = 'announcer';
  announcer.setAttribute('role', 'status');
  announcer.setAttribute('aria-live', 'polite');
  const timelines = createTimelines({
    host,
    announce: (sentence) => (announcer.textContent = sentence),
    failed: fail,
    chosen({ name, record }) {
      const row = compared?.functions.find(({ key }) => key === name);
      // The record's own row where one sees it, else its function's.
      const own = row !== undefined && opened.has(name) ? row.records.find((one) => one.record === record) : undefined;
      const next = own ?? row;
      if (next !== undefined && next !== selected) void select(next).catch(fail);
    },
    open(side, record) {
      const path = side === 'a' ? compared?.before.at(-1)?.path : compared?.b.path;
      if (path !== undefined) void host.openProfile(record === undefined ? { path } : { path, record }).catch(fail);
    },
  });
  const parts = { timelines: timelines.element, announcer };

  const select = async (row: ProfileDiffRow): Promise<void> => {
    selected = row;
    samples = undefined;
    timelines.mark(row.key);
    redraw();
    const { key, record } = row;
    const answer = await host.samples(record === undefined ? { key } : { key, record });
    if (selected !== row) return;
    samples = answer;
    redraw();
  };
  const show = (next: ComparedProfiles): void => {
    compared = next;
    failure = undefined;
    keeper.write({ before: next.before.map(({ path }) => path), b: next.b.path });
    opened.clear();
    const [first] = next.functions;
    if (first === undefined) selected = undefined;
    else void select(first).catch(fail);
    timelines.load(functionRanks(next.functions));
    redraw();
  };
  const ask = (work: (signal: AbortSignal) => Promise<ComparedProfiles | undefined>): void => {
    asked.abort();
    const { signal } = (asked = new AbortController());
    work(signal).then(
      (next) => next !== undefined && !signal.aborted && show(next),
      (error: unknown) => !signal.aborted && fail(error),
    );
  };

  const draw = (): void => {
    frame = 0;
    if (failure !== undefined && compared === undefined) {
      render(header({ tone: 'bad', sentence: 'The profiles cannot be compared.', basis: failure }, 'failed'), root);
      return;
    }
    if (compared === undefined) {
      render(html`<div class="progress indexing endless" role="progressbar" aria-label="Reading both profiles"><i></i></div>`, root);
      return;
    }
    const context: ComparisonContext = {
      ...{ compared, host, selected, samples, opened, sorting, onlyDifferences },
      select: (row) => void select(row).catch(fail),
      toggle(name) {
        if (!opened.delete(name)) opened.add(name);
        redraw();
      },
      sort(by: SortedBy) {
        sorting = { by, down: sorting.by === by ? !sorting.down : by !== 'function' };
        redraw();
      },
      showOnlyDifferences(only) {
        onlyDifferences = only;
        redraw();
      },
      choose: (before, b) => ask((signal) => host.choose({ before, b }, signal)),
      addEarlier: () => ask((signal) => host.addEarlier(signal)),
    };
    render(page(context, failure, parts), root);
    timelines.redraw();
    restoreFocus();
  };

  return {
    receive: (message) => rpc.receive(message),
    async start() {
      restoreFocus = watchFocus({
        tell: (focused) => void host.focused({ focused }).catch(() => undefined),
        first: () => root.querySelector<HTMLElement>('.grid button'),
      });
      draw();
      await host.start().then(show, fail);
    },
  };
}

/** Elements that outlive what is drawn around them. */
interface Parts {
  readonly timelines: HTMLElement;
  readonly announcer: HTMLElement;
}

function page(context: ComparisonContext, failure: string | undefined, { timelines, announcer }: Parts): TemplateResult {
  const { compared, selected, samples } = context;
  const names = shortNames(compared.functions.map(({ key }) => key));
  const short = (name: string): string => {
    const hidden = names.hidden(name);
    return hidden === undefined ? name : name.slice(0, hidden.begin) + name.slice(hidden.end);
  };
  return html`${header(headlineOf(compared), 'done')} ${pickers(context)}
    ${failure === undefined ? nothing : html`<p class="said warn" role="alert">${icon('warning')}<span>${failure}</span></p>`}
    <main class="results">
      <div class="left">${waterfall(context, short)} ${differencesTable(context, names)} ${timelines}</div>
      <aside class="side" aria-label="The function that is chosen">
        ${selected === undefined ? nothing : chosen(context, selected, samples)} ${exports(context)}
      </aside>
    </main>
    ${announcer}`;
}

function header({ tone, sentence, basis }: Headline, state: string): TemplateResult {
  return html`<header class="verdict tone-${tone}" data-state=${state}>
    <span class="mark">${icon(tone === 'good' ? 'ok' : tone === 'bad' ? 'warning' : 'info')}</span>
    <div class="grow">
      <h1 role="status">${sentence}</h1>
      <div class="basis">${basis}</div>
    </div>
  </header>`;
}

/** Which profiles are A and B; A's code may have been run before. */
function pickers(context: ComparisonContext): TemplateResult {
  const { before, b, choices } = context.compared;
  const a = before.at(-1) ?? b;
  const earlier = before.slice(0, -1);
  const words = ({ name, changed }: ComparedProfile): string => `${name}, ${new Date(changed).toLocaleString()}`;
  const pick = (side: 'A' | 'B', profile: ComparedProfile, choose: (path: string) => void): TemplateResult => {
    const list = choices.some(({ path }) => path === profile.path) ? choices : [profile, ...choices];
    return html`<label class=${side === 'A' ? 'a-mark' : 'b-mark'}
      >${side === 'A' ? '●' : '◆'} ${side}
      <vscode-dropdown
        aria-label=${`Profile ${side}`}
        .value=${profile.path}
        @change=${({ target }: Event) => choose((target as HTMLSelectElement).value)}
        >${list.map((one) => html`<vscode-option value=${one.path} ?selected=${one.path === profile.path}>${words(one)}</vscode-option>`)}</vscode-dropdown
      ></label
    >`;
  };
  const paths = earlier.map(({ path }) => path);
  return html`<div class="pickers">
    ${pick('A', a, (path) => context.choose([path], b.path))} ${pick('B', b, (path) => context.choose([...paths, a.path], path))}
    <button class="tool" title="Swap A and B" aria-label="Swap A and B" @click=${() => context.choose([b.path], a.path)}>
      ${icon('swap')}
    </button>
    <vscode-button
      appearance="secondary"
      title="Earlier runs of A's code say how far runs are from each other"
      @click=${() => context.addEarlier()}
      >${earlier.length === 0 ? 'Add Earlier Runs of A…' : `${String(earlier.length)} Earlier Runs of A…`}</vscode-button
    >
  </div>`;
}

function chosen({ compared, host }: ComparisonContext, row: ProfileDiffRow, samples: ComparedSamples | undefined): TemplateResult {
  const { key, record, before, after, difference } = row;
  const open = (side: 'A' | 'B', profile: ComparedProfile): TemplateResult =>
    html`<a
      class="a"
      href="#"
      @click=${(event: Event) => {
        event.preventDefault();
        void host.openProfile(record === undefined ? { path: profile.path } : { path: profile.path, record });
      }}
      >${side}: ${profile.name}${record === undefined ? '' : ` #${String(record)}`}</a
    >`;
  const a = compared.before.at(-1);
  const count = (side: typeof before): string => (side === undefined ? 'none' : String(side.executions));
  return html`<section class="block distribution">
    <h2 class="m">${key}${record === undefined ? nothing : html` <em>#${String(record)}</em>`}</h2>
    <p class="dim">${count(before)} executions in A, ${count(after)} in B.</p>
    ${samples === undefined ? html`<p class="dim">Reading its times…</p>` : distributions(samples)}
    ${difference?.missing === undefined ? nothing : html`<p class="said">${difference.missing}</p>`}
    <p>${a === undefined ? nothing : open('A', a)}<br />${open('B', compared.b)}</p>
  </section>`;
}

function exports({ compared, host }: ComparisonContext): TemplateResult {
  const { sentence } = headlineOf(compared);
  const table = exportedDifferences(compared);
  const [a, b] = [compared.before.at(-1)?.name ?? '', compared.b.name];
  const name = `compare-${a}-${b}`.replaceAll('.ireeprof', '').replaceAll(/[^\w.-]+/g, '-');
  const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;
  const line = ['ireereplay profile diff', ...compared.before.map(({ path }) => `--before=${quoted(path)}`), quoted(compared.b.path)].join(
    ' ',
  );
  const save = (suffix: string, text: string) => (): void =>
    void host.save({ name: `${name}.${suffix}`, bytes: new TextEncoder().encode(text) });
  const button = (label: string, act: () => void): TemplateResult =>
    html`<vscode-button appearance="secondary" @click=${act}>${label}</vscode-button>`;
  return html`<section class="block export">
    <h2>
      Export <span class="grow"></span><button class="a" @click=${() => void host.copyText({ text: line })}>Copy as CLI command</button>
    </h2>
    <div class="acts">
      ${button('JSON', save('json', `${jsonText(compared, 2)}\n`))} ${button('CSV', save('csv', csv(table)))}
      ${button('Markdown', save('md', markdown(sentence, table)))}
    </div>
    <pre class="cli">${line}</pre>
  </section>`;
}
