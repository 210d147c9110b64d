/** The first of a series that is not as the good one, and what each that was tested was found to be. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { BisectResult, BisectTest } from '../../protocol/measurement/bisection';
import { deviceLabel } from '../../protocol/replay/replay';
import type { RunOf } from '../../protocol/results/results';
import { latestTests } from '../../protocol/words/bisectionWords';
import { counted } from '../widgets/numbers';
import { toleranceWords } from './comparedTable';
import type { ResultsContext } from './context';
import { exportBlock, facts } from './sidePanel';
import { sortableTable, type DrawnTable } from './sortableTable';
import { unfinished, verdictBar, type Verdict } from './verdictBar';

type Bisection = RunOf<'bisect'>;

export function bisectionPage(context: ResultsContext, run: Bisection): TemplateResult {
  const { state } = run;
  const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
  const tests = state.state === 'running' ? state.progress.tests : (result?.tests ?? []);
  const verdict = unfinished(context, state, doing(run)) ?? (result === undefined ? nothingTested : verdictOf(result));
  const table = seriesTable(run, latestTests(tests), result);
  return html`${verdictBar(context, verdict)}
    <main class="results">
      <div class="left">
        <section class="block wide">
          <h2>Series <em>the good one first; the ends are tested first, then halves, then what is beside the change once more</em></h2>
        </section>
        ${sortableTable(context, table)}
      </div>
      <aside class="side">
        ${asked(context, run, tests.length)} ${result === undefined ? nothing : exportBlock(context, { sentence: result.sentence, table })}
      </aside>
    </main>`;
}

const nothingTested: Verdict = { tone: 'plain', icon: 'info', sentence: 'Nothing was tested.', basis: '' };

const seriesOf = ({ options: { builds = [], installations = [] } }: Bisection): readonly string[] => [...builds, ...installations];

function doing(run: Bisection): string {
  const { state } = run;
  if (state.state !== 'running') return '';
  const { name, tests } = state.progress;
  return `Tests ${name}, after ${counted(tests.length, 'test')} of a series of ${String(seriesOf(run).length)}`;
}

/** The first sentence of the result, and what it rests on. */
function verdictOf({ verdict, sentence }: BisectResult): Verdict {
  const end = sentence.indexOf('. ') + 1;
  const [first, rest] = end === 0 ? [sentence, ''] : [sentence.slice(0, end), sentence.slice(end + 1)];
  return { tone: 'plain', icon: verdict === 'found' ? 'search' : 'warning', sentence: first, basis: rest };
}

const ANSWERS = {
  good: { words: 'good', className: 'good' },
  bad: { words: 'bad', className: 'badt' },
  skipped: { words: 'skipped', className: 'dim' },
  unknown: { words: 'not known', className: 'dim' },
} as const;

function seriesTable(run: Bisection, tests: readonly BisectTest[], result: BisectResult | undefined): DrawnTable {
  const tested = new Map(tests.map((test) => [test.number, test]));
  const isFirst = (number: number): boolean => result?.verdict === 'found' && result.candidates[0] === number;
  return {
    name: 'series',
    columns: [{ title: 'Number' }, { title: 'Name' }, { title: 'Answer' }, { title: 'What was found' }],
    rows: seriesOf(run).map((file, index) => {
      const number = index + 1;
      const test = tested.get(number);
      const name = test?.name ?? file.split(/[/\\]/).at(-1) ?? file;
      const answer = test === undefined ? { words: 'not tested', className: 'dim' } : ANSWERS[test.answer];
      return [
        { text: String(number), value: number },
        { text: name, drawn: html`<span title=${file}>${isFirst(number) ? html`<b>${name}</b>` : name}</span>`, className: 'name' },
        { text: answer.words, drawn: html`<span class=${answer.className}>${answer.words}</span>` },
        { text: test?.sentence ?? '', className: 'name' },
      ];
    }),
  };
}

function asked({ host, inEditor }: ResultsContext, { options, settings }: Bisection, tests: number): TemplateResult {
  const { by, kernel, tolerance = {} } = options;
  const compares = options.builds !== undefined && by !== 'end';
  const change = inEditor && compares ? html`<button class="a" @click=${() => void host.changeComparison()}>Change…</button>` : '';
  return facts('Bisection', change, [
    ['looked for', { outputs: 'other outputs', time: 'another time', end: 'a replay that fails' }[by ?? 'outputs']],
    ['in place of', kernel === undefined ? undefined : /^\d+$/.test(kernel) ? `executable ${kernel}` : kernel],
    ['tolerance', compares ? toleranceWords(tolerance) : undefined],
    ['device', deviceLabel(settings)],
    ['tests', String(tests)],
  ]);
}
