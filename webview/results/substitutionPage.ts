/** The original against a candidate: whether they agree first, how fast they are second. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { RunOf } from '../../protocol/results';
import type { CandidateResult, PairedRow, SubstituteResult } from '../../protocol/substitution';
import { counted, grouped } from '../widgets/numbers';
import { inUnit, unitFor, type TimeUnit } from '../widgets/timeUnit';
import { comparedTable, comparisonFacts, differingBuffers, ulpHistogram } from './comparedTable';
import type { ResultsContext } from './context';
import { density } from './density';
import { hintNotes, problemNotes } from './hints';
import { mismatches } from './mismatch';
import { pairsTable } from './pairsTable';
import { plotBlock } from './plotBlock';
import { ratioWords } from './ratio';
import { recordLink } from './recordLink';
import { environmentBlock, exportBlock, facts } from './sidePanel';
import { sortableTable } from './sortableTable';
import { crashBasis, crashSentence, unfinished, verdictBar, type Verdict } from './verdictBar';

type Substitution = RunOf<'substitute'>;

export function substitutionPage(context: ResultsContext, run: Substitution): TemplateResult {
  const { state } = run;
  const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
  const candidates = state.state === 'running' ? state.progress.candidates : (result?.candidates ?? []);
  const candidate = candidates[0];
  const verdict = unfinished(context, state, doing(run)) ?? (candidate === undefined ? noCandidate : verdictOf(context, candidate));
  return html`${verdictBar(context, verdict)}
    <main class="results">
      <div class="left">${candidates.map((one) => candidateParts(context, one))}</div>
      <aside class="side">
        ${candidateFacts(run)} ${candidate === undefined ? nothing : sideParts(context, verdict.sentence, candidate, result)}
      </aside>
    </main>`;
}

const noCandidate: Verdict = { tone: 'plain', icon: 'info', sentence: 'There was no candidate.', basis: '' };

function doing({ state }: Substitution): string {
  if (state.state !== 'running') return '';
  const { phase, name = 'the candidate', pair, of } = state.progress;
  const words = { building: 'Building', preparing: 'Preparing', verifying: 'Verifying', measuring: 'Measuring' }[phase];
  return `${words} ${name}${phase === 'measuring' ? `: pair ${String(pair)} of ${String(of)}` : ''}`;
}

function verdictOf(context: ResultsContext, candidate: CandidateResult): Verdict {
  const { verdict, sentence, crash, verification } = candidate;
  if (crash !== undefined) return { tone: 'bad', icon: 'error', sentence: crashSentence(crash), basis: crashBasis(context, crash) };
  if (verdict === 'crashed' || verdict === 'timed-out') return { tone: 'bad', icon: 'error', sentence, basis: '' };
  if (verdict === 'results-differ') {
    const first = verification?.ranges.find(({ agrees }) => !agrees);
    return {
      tone: 'bad',
      icon: 'error',
      sentence: `Results differ in ${counted(differingBuffers(verification?.ranges ?? []), 'buffer')}. No speed is reported.`,
      basis: html`${verification?.sentence ?? sentence} ${first === undefined ? nothing : recordLink(context, first.record, first.via)}`,
    };
  }
  if (verdict === 'unknown') {
    if (verification?.unknown === undefined) return { tone: 'plain', icon: 'info', sentence, basis: '' };
    return { tone: 'bad', icon: 'warning', sentence: 'Results were not verified. No speed is reported.', basis: verification.sentence };
  }
  const tone = { faster: 'good', slower: 'bad', 'no-difference': 'plain' } as const;
  return { tone: tone[verdict], icon: verdict === 'slower' ? 'warning' : 'ok', sentence: headline(candidate), basis: basis(candidate) };
}

/** Agreement first, speed second; the interval follows the number. */
function headline({ name, sentence, rows: [first], verification }: CandidateResult): string {
  if (first === undefined) return sentence;
  const most = (verification?.ranges ?? []).reduce((max, { maxUlp }) => (BigInt(maxUlp) > max ? BigInt(maxUlp) : max), 0n);
  return `Results agree${most === 0n ? '' : ` (at most ${grouped(String(most))} ULP apart)`}. ${name} is ${ratioWords(first)}, 95 % CI`;
}

/** The numbers that the first row comes from, and what else has changed. */
function basis({ rows: [first, ...others] }: CandidateResult): string {
  if (first === undefined) return '';
  const unit = unitFor(first.originalStatistics.median);
  const changed = others.filter(({ verdict }) => verdict !== 'no-difference');
  return [
    `${first.label}: ${inUnit(first.originalStatistics.median, unit)} to ${inUnit(first.candidateStatistics.median, unit)} ${unit.name}, medians of ${counted(first.original.length, 'pair')}.`,
    ...changed.map((row) => `${row.kind === 'scope' ? 'Scope ' : ''}${row.label} is ${ratioWords(row)}.`),
  ].join(' ');
}

function candidateParts(context: ResultsContext, candidate: CandidateResult): TemplateResult {
  const { name, verification, rows, hints = [] } = candidate;
  const row = rows.find(({ label }) => label === context.selected) ?? rows[0];
  return html`${
    verification === undefined
      ? hintNotes(context, hints)
      : html`<section class="block wide">
            <h2>Output buffers <em>original against ${name}, compared when the named record has run</em></h2>
          </section>
          ${sortableTable(context, comparedTable(context, `outputs ${name}`, verification.ranges))} ${problemNotes(verification.problems)}
          ${hintNotes(context, verification.hints)} ${mismatches(context, verification.ranges)}`
  }
  ${row === undefined ? nothing : html`<div class="plots">${pairsPlot(context, row)} ${ratioPlot(context, row)}</div>`}
  ${
    rows.length === 0
      ? nothing
      : html`<section class="block wide">
            <h2>Per scope and function <em>medians of interleaved pairs</em></h2>
          </section>
          ${sortableTable(context, pairsTable(context, rows, name))}`
  }`;
}

function sideParts(
  context: ResultsContext,
  sentence: string,
  candidate: CandidateResult,
  result: SubstituteResult | undefined,
): TemplateResult {
  const { verification, rows, name } = candidate;
  const table = rows.length > 0 ? pairsTable(context, rows, name) : comparedTable(context, 'outputs', verification?.ranges ?? []);
  return html`${verification === undefined ? nothing : html`${comparisonFacts(context, verification)} ${ulpHistogram(verification.ranges)}`}
  ${timing(candidate, result)} ${environmentBlock(result?.environment)} ${exportBlock(context, { sentence, table })}`;
}

function candidateFacts({ options }: Substitution): TemplateResult {
  return html`${options.candidates.map(({ name, substitutions, workgroupCounts = [] }) =>
    facts('Candidate', name, [
      ...substitutions.map((one) => ['replaces', `${one.split('=')[0] ?? ''} by ${one.slice(one.indexOf('=') + 1)}`] as const),
      ...workgroupCounts.map((one) => ['workgroups', one] as const),
    ]),
  )}`;
}

function timing({ rows, verdict, crash }: CandidateResult, result: SubstituteResult | undefined): TemplateResult {
  if (rows.length === 0) {
    const why =
      crash !== undefined
        ? 'It crashed.'
        : verdict === 'timed-out'
          ? 'It took too long.'
          : verdict === 'results-differ'
            ? 'A candidate whose results differ is not timed, so no ratio exists for it.'
            : 'Nothing has been timed yet.';
    return html`<section class="block">
      <h2>Timing</h2>
      <p class="said">${why}</p>
    </section>`;
  }
  return facts('Timing', '', [
    ['pairs', grouped(rows[0]?.original.length ?? 0)],
    ['order', `random, seed ${String(result?.seed ?? '')}`],
    ['noise', result?.noise === undefined ? undefined : `±${(100 * result.noise).toFixed(2)} %, the original against itself`],
    ['interval', '95 %, bootstrap of the ratio'],
  ]);
}

function pairsPlot(context: ResultsContext, row: PairedRow): TemplateResult {
  const unit = unitFor(row.originalStatistics.median);
  const scaled = (times: Float64Array): Float64Array => times.map((ns) => ns / unit.nanoseconds);
  const legend = html`${unit.name} <b class="a-mark">● original ${medianText(row.originalStatistics.median, unit)}</b>
    <b class="b-mark">◆ candidate ${medianText(row.candidateStatistics.median, unit)}</b>`;
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

function medianText(ns: number, unit: TimeUnit): string {
  return inUnit(ns, unit);
}

function ratioPlot(context: ResultsContext, row: PairedRow): TemplateResult {
  const ratios = row.original.map((time, i) => time / (row.candidate[i] ?? time)).sort((a, b) => a - b);
  const [low, high] = [ratios[Math.floor(ratios.length * 0.02)] ?? 1, ratios[Math.ceil(ratios.length * 0.98) - 1] ?? 1];
  const room = Math.max(0.02, (high - low) * 0.3);
  const { x, y } = density(ratios, Math.min(low, 1) - room, Math.max(high, 1) + room);
  return plotBlock(context, 'ratio', 'Ratio of each pair', 'original time / candidate time; band: 95 % CI', {
    of: row,
    x,
    series: [{ label: 'density', values: y, colour: '--vscode-charts-yellow', kind: 'area' }],
    bare: true,
    bands: [{ axis: 'x', low: row.interval[0], high: row.interval[1], colour: '--vscode-charts-green' }],
    lines: [
      { axis: 'x', at: 1, colour: '--vscode-descriptionForeground', dashed: true },
      { axis: 'x', at: row.ratio, colour: '--vscode-charts-green' },
    ],
    xText: (value) => `${value.toFixed(2)}x`,
    yText: () => '',
  });
}
