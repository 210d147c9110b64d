/** The original against a candidate: whether they agree first, how fast they are second. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { RunOf } from '../../protocol/results/results';
import { comparedBuffers, toldDifference } from '../../protocol/words/comparedBuffers';
import { aloneSentence, differenceText, heapsSentence, missingSentence } from '../../protocol/words/differenceWords';
import { endWords } from '../../protocol/words/endWords';
import { requestsSentence } from '../../protocol/words/requestWords';
import { stateWords } from '../../protocol/words/stateSentence';
import type { CandidateResult, PairedRow, SubstituteResult } from '../../protocol/replay/substitution';
import { counted, grouped } from '../widgets/numbers';
import { inUnit, timeText, unitFor } from '../widgets/timeUnit';
import { comparedTable, comparisonFacts, ulpHistogram } from './comparedTable';
import type { ResultsContext } from './context';
import { distributions } from './distributions';
import { divergenceBlock } from './divergenceBlock';
import { hintNotes, problemNotes } from './hints';
import { mismatches } from './mismatch';
import { pairsTable } from './pairsTable';
import { plotBlock } from './plotBlock';
import { recordLink } from './recordLink';
import { environmentBlock, exportBlock, facts } from './sidePanel';
import { sortableTable } from './sortableTable';
import { crashBasis, crashSentence, toneOf, unfinished, verdictBar, type Verdict } from './verdictBar';

type Substitution = RunOf<'substitute'>;

export function substitutionPage(context: ResultsContext, run: Substitution): TemplateResult {
  const { state } = run;
  const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
  const candidates = state.state === 'running' ? state.progress.candidates : (result?.candidates ?? []);
  const candidate = candidates[0];
  const verdict =
    unfinished(context, state, doing(run)) ?? (candidate === undefined ? noCandidate : ended(state, verdictOf(context, candidate)));
  return html`${verdictBar(context, verdict)}
    <main class="results">
      <div class="left">${candidates.map((one, at) => candidateParts(context, one, at === 0))}</div>
      <aside class="side">
        ${candidateFacts(run)}
        ${candidate === undefined ? nothing : sideParts(context, verdict.sentence, candidate, result, run.settings.deviceName)}
      </aside>
    </main>`;
}

/** Of a run that was ended early that is said first. */
function ended(state: Substitution['state'], verdict: Verdict): Verdict {
  return state.state === 'cancelled' ? { ...verdict, sentence: `${endWords(state)}: ${verdict.sentence}` } : verdict;
}

const noCandidate: Verdict = { tone: 'plain', icon: 'info', sentence: 'There was no candidate.', basis: '' };

function doing({ state }: Substitution): string {
  if (state.state !== 'running') return '';
  const { phase, name = 'the candidate', pair, of } = state.progress;
  const words = { building: 'Building', preparing: 'Preparing', verifying: 'Verifying', measuring: 'Measuring', sampling: 'Sampling' }[
    phase
  ];
  return `${words} ${name}${phase === 'measuring' ? `: pair ${String(pair)}${of === 0 ? '' : ` of ${String(of)}`}` : ''}`;
}

function verdictOf(context: ResultsContext, candidate: CandidateResult): Verdict {
  const { verdict, sentence, crash, verification, sampled } = candidate;
  if (crash !== undefined) return { tone: 'bad', icon: 'error', sentence: crashSentence(crash), basis: crashBasis(context, crash) };
  if (verdict === 'crashed' || verdict === 'timed-out') return { tone: 'bad', icon: 'error', sentence, basis: '' };
  if (verdict === 'results-differ') {
    const first = toldDifference(verification?.ranges ?? []);
    const isElsewhere = verification?.otherInputs?.differs !== undefined;
    const where = isElsewhere ? 'on other inputs' : `in ${counted(comparedBuffers(verification?.ranges ?? []).differing, 'buffer')}`;
    return {
      tone: 'bad',
      icon: 'error',
      sentence: `Results differ ${where}. No speed is reported.`,
      basis: html`${verification?.sentence ?? sentence} ${first === undefined ? nothing : recordLink(context, first.record, first.via)}`,
    };
  }
  if (verdict === 'unknown') {
    if (asksTooMuch(candidate)) {
      const basis = requestsSentence(verification?.asks ?? []) ?? '';
      return { tone: 'plain', icon: 'warning', sentence: `Results agree. Whether ${candidate.name} is faster is not known.`, basis };
    }
    if (verification?.unknown === undefined) return { tone: 'plain', icon: 'info', sentence, basis: '' };
    return { tone: 'bad', icon: 'warning', sentence: 'Results were not verified. No speed is reported.', basis: verification.sentence };
  }
  if (verdict === 'depends-on-unwritten-memory') {
    const basis = verification?.sentence ?? sentence;
    return { tone: 'bad', icon: 'error', sentence: 'Results depend on memory that nothing wrote. No speed is reported.', basis };
  }
  if (verdict === 'keeps-state') {
    const does = stateWords(verification?.keepsState);
    return { tone: 'bad', icon: 'error', sentence: `It ${does}. No speed is reported.`, basis: verification?.sentence ?? sentence };
  }
  const tone = toneOf(verdict);
  const mark = { good: 'ok', bad: 'warning', plain: 'info' } as const;
  return {
    tone,
    icon: mark[tone],
    sentence: headline(candidate),
    basis: [basis(candidate), sampled?.sentence].filter((part) => part !== undefined).join(' '),
  };
}

/** Agreement first, speed second; the interval follows the number. */
function headline({ name, sentence, rows: [first], verification }: CandidateResult): string {
  if (first === undefined) return sentence;
  const most = (verification?.ranges ?? []).reduce((max, { maxUlp }) => (BigInt(maxUlp) > max ? BigInt(maxUlp) : max), 0n);
  return `Results agree${most === 0n ? '' : ` (at most ${grouped(String(most))} ULP apart)`}. ${name}: ${differenceText(first)} in ${rowName(first)}`;
}

/** The numbers that the first row comes from, and what else has changed. */
function basis({ rows: [first, ...others] }: CandidateResult): string {
  if (first === undefined) return '';
  const unit = unitFor(first.originalStatistics.median);
  const told = others.filter(({ verdict }) => verdict === 'faster' || verdict === 'slower');
  const { heaps } = first.originalStatistics;
  const sentences = [
    first.missing === 'unmeasurable'
      ? undefined
      : `${inUnit(first.originalStatistics.median, unit)} to ${inUnit(first.candidateStatistics.median, unit)} ${unit.name}, medians of ${counted(first.original.length, 'pair')}, 95 % CI.`,
    missingSentence(first),
    heaps === undefined ? undefined : heapsSentence(heaps, timeText),
    ...told.map((row) => `${rowName(row)}: ${differenceText(row)}.`),
    aloneSentence([first, ...others]),
  ];
  return sentences.filter((part) => part !== undefined).join(' ');
}

const rowName = ({ kind, label }: PairedRow): string => `${kind === 'scope' ? 'scope ' : ''}${label}`;

/** `isFirst` is the one that the verdict over all is about. */
function candidateParts(context: ResultsContext, candidate: CandidateResult, isFirst: boolean): TemplateResult {
  const { name, verification, rows, hints = [], sampled } = candidate;
  const loops = context.sampled.draw(name, sampled);
  const row = rows.find(({ label }) => label === context.selected) ?? rows[0];
  return html`${
    verification === undefined
      ? hintNotes(context, hints)
      : html`<section class="block wide">
            <h2>Output buffers <em>original against ${name}, compared when the named record has run</em></h2>
          </section>
          ${sortableTable(context, comparedTable(context, `outputs ${name}`, verification.ranges))} ${problemNotes(verification.problems)}
          ${hintNotes(context, verification.hints)}
          ${divergenceBlock(context, verification.dependsOnUnwritten === undefined ? undefined : verification.divergence)}
          ${mismatches(context, verification.ranges)}`
  }
  ${row === undefined ? nothing : html`<div class="plots">${pairsPlot(context, row)} ${timesPlot(context, row)}</div>`}
  ${
    rows.length === 0
      ? nothing
      : html`<section class="block wide">
            <h2>Per scope and function <em>medians of interleaved pairs</em></h2>
          </section>
          ${sortableTable(context, pairsTable(context, rows, name))}`
  }
  ${
    loops === undefined
      ? nothing
      : html`<section class="block wide">
            <h2>
              Loops that gained or lost
              <em
                >samples of <span class="a-mark">● A original</span> and <span class="b-mark">◆ B candidate</span>, one after the other</em
              >
            </h2>
            ${isFirst ? nothing : html`<p class="said">${sampled?.sentence}</p>`}
          </section>
          ${loops}`
  }`;
}

function sideParts(
  context: ResultsContext,
  sentence: string,
  candidate: CandidateResult,
  result: SubstituteResult | undefined,
  deviceName: string | undefined,
): TemplateResult {
  const { verification, rows, name } = candidate;
  const table = rows.length > 0 ? pairsTable(context, rows, name) : comparedTable(context, 'outputs', verification?.ranges ?? []);
  return html`${verification === undefined ? nothing : html`${comparisonFacts(context, verification)} ${ulpHistogram(verification.ranges)}`}
  ${timing(candidate, result)} ${environmentBlock(result?.environment, deviceName)} ${exportBlock(context, { sentence, table })}`;
}

function candidateFacts({ options }: Substitution): TemplateResult {
  return html`${options.candidates.map(({ name, substitutions, workgroupCounts = [] }) =>
    facts('Candidate', name, [
      ...substitutions.map((one) => ['replaces', `${one.split('=')[0] ?? ''} by ${one.slice(one.indexOf('=') + 1)}`] as const),
      ...workgroupCounts.map((one) => ['workgroups', one] as const),
    ]),
  )}`;
}

/** Of what has no times, by its verdict. */
const WHY_NO_TIMES: Partial<Record<CandidateResult['verdict'], string>> = {
  crashed: 'It crashed.',
  'timed-out': 'It took too long.',
  'results-differ': 'A candidate whose results differ has no speed.',
  'depends-on-unwritten-memory': 'Results that depend on memory that nothing wrote have no speed.',
  'keeps-state': 'A candidate that leaves something behind besides its results has no speed.',
};

const ASKS = 'A candidate that asks the machine for something is not called faster, unless that is allowed: by Change… above.';

/** Whether it would be faster, but for what it asks the machine for. */
const asksTooMuch = ({ verdict, verification }: CandidateResult): boolean =>
  verdict === 'unknown' && verification?.agrees === true && verification.asks !== undefined;

function timing(candidate: CandidateResult, result: SubstituteResult | undefined): TemplateResult {
  const { rows, verdict, crash } = candidate;
  if (rows.length === 0) {
    const why = crash !== undefined ? WHY_NO_TIMES.crashed : asksTooMuch(candidate) ? ASKS : WHY_NO_TIMES[verdict];
    return html`<section class="block">
      <h2>Timing</h2>
      <p class="said">${why ?? 'Nothing has been timed yet.'}</p>
    </section>`;
  }
  return facts('Timing', '', [
    ['pairs', grouped(rows[0]?.original.length ?? 0)],
    ['prepared', rows[0]?.preparations === undefined ? undefined : counted(rows[0].preparations.length, 'time')],
    ['order', `random, seed ${String(result?.seed ?? '')}`],
    ['batches', rows[0]?.batch === undefined ? undefined : `${grouped(rows[0].batch)} executions between two readings of the clock`],
    ['noise', result?.noise === undefined ? undefined : `up to ${(100 * result.noise).toFixed(2)} %, the original against itself`],
    ['again', again(rows[0])],
    ['ratio', "the original's median / the candidate's"],
    ['interval', '95 %, bootstrap of the pairs'],
  ]);
}

/** The original prepared a second time, as it has to confirm what is said. */
function again(row: PairedRow | undefined): string | undefined {
  if (row?.again === undefined) return undefined;
  const [low, high] = row.again.interval;
  return `${row.again.ratio.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}], the original prepared a second time${row.missing === 'unconfirmed' ? '; discarded' : ''}`;
}

function pairsPlot(context: ResultsContext, row: PairedRow): TemplateResult {
  const unit = unitFor(row.originalStatistics.median);
  const scaled = (times: Float64Array): Float64Array => times.map((ns) => ns / unit.nanoseconds);
  const legend = html`${unit.name} <b class="a-mark">● original ${inUnit(row.originalStatistics.median, unit)}</b>
    <b class="b-mark">◆ candidate ${inUnit(row.candidateStatistics.median, unit)}</b>`;
  return plotBlock(context, 'pairs', 'Interleaved samples', legend, {
    of: row,
    x: Array.from(row.original, (_, i) => i + 1),
    series: [
      { label: 'original', values: scaled(row.original), colour: '--vscode-charts-foreground', kind: 'points', shape: 'circle' },
      { label: 'candidate', values: scaled(row.candidate), colour: '--vscode-charts-yellow', kind: 'points', shape: 'diamond' },
    ],
    lines: [
      { axis: 'y', at: row.originalStatistics.median / unit.nanoseconds, colour: '--vscode-charts-foreground', dashed: true },
      { axis: 'y', at: row.candidateStatistics.median / unit.nanoseconds, colour: '--vscode-charts-yellow', dashed: true },
    ],
    xText: (value) => (Number.isInteger(value) ? String(value) : ''),
    yText: (value) => String(Number(value.toPrecision(6))),
  });
}

/** The times of both sides beside each other: their medians are what the ratio is made of. */
function timesPlot(context: ResultsContext, row: PairedRow): TemplateResult {
  return distributions(context, row, [
    { name: 'original', samples: row.original, statistics: row.originalStatistics },
    { name: 'candidate', samples: row.candidate, statistics: row.candidateStatistics },
  ]);
}
