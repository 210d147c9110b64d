/** Whether two replays left the same. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { RunOf } from '../../protocol/results/results';
import type { VerificationResult } from '../../protocol/replay/verification';
import { comparedBuffers, toldDifference } from '../../protocol/words/comparedBuffers';
import { stateWords } from '../../protocol/words/stateSentence';
import { wrongVerdict } from '../../protocol/words/wrongVerdict';
import { counted } from '../widgets/numbers';
import { comparedTable, comparisonFacts, ulpHistogram } from './comparedTable';
import type { ResultsContext } from './context';
import { divergenceBlock } from './divergenceBlock';
import { hintNotes, problemNotes } from './hints';
import { mismatches } from './mismatch';
import { recordLink } from './recordLink';
import { exportBlock } from './sidePanel';
import { sortableTable } from './sortableTable';
import { unfinished, verdictBar, type Verdict } from './verdictBar';

export function verificationPage(context: ResultsContext, run: RunOf<'verify'>): TemplateResult {
  const { state } = run;
  const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
  const doing =
    state.state === 'running'
      ? `Verifying: ${state.progress.phase}, run ${String(state.progress.run)} of ${String(state.progress.of)}`
      : '';
  const verdict = unfinished(context, state, doing) ?? (result === undefined ? nothingCompared : verdictOf(context, result));
  const table = result === undefined ? undefined : comparedTable(context, 'ranges', result.ranges);
  return html`${verdictBar(context, verdict)}
    <main class="results">
      <div class="left">
        ${
          table === undefined
            ? nothing
            : html`<section class="block wide">
                  <h2>Output buffers <em>compared when the named record has run</em></h2>
                </section>
                ${sortableTable(context, table)}`
        }
        ${result === undefined ? nothing : html`${problemNotes(result.problems)} ${hintNotes(context, result.hints)} ${divergenceBlock(context, result.divergence)} ${mismatches(context, result.ranges)}`}
      </div>
      <aside class="side">
        ${result === undefined ? nothing : html`${comparisonFacts(context, result)} ${ulpHistogram(result.ranges)}`}
        ${table === undefined ? nothing : exportBlock(context, { sentence: verdict.sentence, table })}
      </aside>
    </main>`;
}

const nothingCompared: Verdict = { tone: 'plain', icon: 'info', sentence: 'Nothing was compared.', basis: '' };

function verdictOf(context: ResultsContext, result: VerificationResult): Verdict {
  const { agrees, ranges, sentence, deterministic, unknown, otherInputs } = result;
  if (unknown !== undefined) return { tone: 'bad', icon: 'warning', sentence: 'Results were not verified.', basis: sentence };
  if (!agrees && wrongVerdict(result) === 'depends-on-unwritten-memory') {
    return { tone: 'bad', icon: 'error', sentence: 'Results depend on memory that nothing wrote.', basis: sentence };
  }
  if (!agrees && wrongVerdict(result) === 'keeps-state') {
    const does = stateWords(result.keepsState);
    return { tone: 'bad', icon: 'error', sentence: `Results agree, but the substitute ${does}.`, basis: sentence };
  }
  const first = toldDifference(ranges);
  const { compared, differing } = comparedBuffers(ranges);
  const buffers = counted(compared, 'buffer');
  return {
    tone: agrees ? 'good' : 'bad',
    icon: agrees ? 'ok' : 'error',
    sentence: agrees
      ? `Results agree in ${buffers}${deterministic ? '' : ', but are not deterministic'}.`
      : otherInputs?.differs !== undefined
        ? 'Results differ on other inputs.'
        : `Results differ in ${String(differing)} of ${buffers}.`,
    basis: html`${sentence} ${first === undefined ? nothing : recordLink(context, first.record, first.via)}`,
  };
}
