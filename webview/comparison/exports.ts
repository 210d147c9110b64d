/** What is compared, as files and as a command line. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { jsonText } from '../../protocol/base/jsonText';
import type { ComparedProfiles, ComparisonHost } from '../../protocol/profile/profileComparison';
import type { Calls } from '../../protocol/base/rpc';
import { csv, markdown } from '../widgets/tables';
import { headlineOf } from './headline';
import { exportedDifferences } from './tables/functionTable';

/** Of both profiles, without a suffix: fit for a file. */
export function fileName({ before, b }: ComparedProfiles): string {
  return `compare-${before.at(-1)?.name ?? ''}-${b.name}`.replaceAll('.ireeprof', '').replaceAll(/[^\w.-]+/g, '-');
}

export function exports(compared: ComparedProfiles, host: Calls<ComparisonHost>, inEditor: boolean): TemplateResult {
  const { sentence } = headlineOf(compared);
  const table = exportedDifferences(compared);
  const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;
  const earlier = compared.before.map(({ path }) => `--before=${quoted(path)}`);
  const line = ['ireereplay profile diff', ...earlier, quoted(compared.b.path)].join(' ');
  const save = (suffix: string, text: string) => (): void =>
    void host.save({ name: `${fileName(compared)}.${suffix}`, bytes: new TextEncoder().encode(text) });
  const button = (label: string, act: () => void): TemplateResult =>
    html`<vscode-button appearance="secondary" @click=${act}>${label}</vscode-button>`;
  return html`<section class="block export">
    <h2>
      Export <span class="grow"></span><button class="a" @click=${() => void host.copyText({ text: line })}>Copy as CLI command</button>
    </h2>
    <div class="acts">
      ${button('JSON', save('json', `${jsonText(compared, 2)}\n`))} ${button('CSV', save('csv', csv(table)))}
      ${button('Markdown', save('md', markdown(sentence, table)))} ${inEditor ? button('Report', () => void host.exportReport()) : nothing}
    </div>
    <pre class="cli">${line}</pre>
  </section>`;
}
