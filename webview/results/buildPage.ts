/** In place of a result: no program here builds the candidate. What was tried, and what mends it. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { MeasuredRun } from '../../protocol/results/results';
import type { MissingCompiler } from '../../protocol/replay/run';
import { icon } from '../widgets/icon';
import type { ResultsContext } from './context';
import { verdictBar } from './verdictBar';

/** What the run lacked; undefined where it did not end so. */
export function missingCompiler({ state }: MeasuredRun): MissingCompiler | undefined {
  return state.state === 'failed' ? state.missing : undefined;
}

export function buildPage(context: ResultsContext, missing: MissingCompiler): TemplateResult {
  const { source, tried, setting } = missing;
  const name = source.split(/[/\\]/).at(-1) ?? source;
  const iree = setting === 'compilers.ireeCompile';
  return html`${verdictBar(context, {
      tone: 'bad',
      icon: 'error',
      sentence: `${name} was not built: there is no compiler for it here.`,
      basis: 'Nothing was replayed. The captured executable is as it was.',
    })}
    <main class="results">
      <div class="left">
        <section class="block wide build">
          <h2 id="tried">What was tried</h2>
          <table aria-labelledby="tried">
            <thead>
              <tr>
                <th scope="col">Program</th>
                <th scope="col">Finding</th>
              </tr>
            </thead>
            <tbody>
              ${tried.map(
                ({ program, finding }) =>
                  html`<tr>
                    <td class="m">${icon('error')} ${program}</td>
                    <td>${finding}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </section>
        <section class="block wide build">
          <h2>What mends it</h2>
          <div class="mends" role="list">${mends(context, missing)}</div>
          <p class="said">
            ${
              iree
                ? 'MLIR is built by iree-compile: of the setting, of the installation that ireeReplay.ireeTools names, of the Python environment of the workspace (.venv or venv), or on PATH.'
                : 'C, C++, LLVM IR and assembly are built by clang with lld, or by gcc. The lld that iree-compile brings serves, too.'
            }
          </p>
        </section>
      </div>
    </main>`;
}

function mends({ host, inEditor }: ResultsContext, { setting, install }: MissingCompiler): readonly TemplateResult[] {
  const what = setting === 'compilers.ireeCompile' ? 'iree-compile' : 'clang or gcc';
  const one = (text: string | TemplateResult, label: string, act: () => unknown, first = false): TemplateResult =>
    html`<div class="mend" role="listitem">
      <span>${text}</span>
      ${inEditor ? html`<vscode-button appearance=${first ? 'primary' : 'secondary'} @click=${act}>${label}</vscode-button>` : nothing}
    </div>`;
  return [
    one(
      `It is installed somewhere else: pick ${what}. It is kept as a setting, and the run is started again.`,
      'Pick a Program…',
      () => host.pickCompiler(),
      true,
    ),
    ...(install === undefined
      ? []
      : [
          one(
            html`It is not installed: this installs it on this system, in a terminal of yours.<br /><code class="m">${install}</code>`,
            'Copy Install Command',
            () => host.copyText({ text: install }),
          ),
        ]),
    one(html`The setting <code class="m">ireeReplay.${setting}</code> names it.`, 'Open Setting', () => host.openCompilerSetting()),
  ];
}
