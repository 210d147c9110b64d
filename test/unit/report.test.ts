/** --report: what the command line measured, as a page that needs nothing else. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { createRunHistory } from '../../engine/history/runHistory';
import { openProfile } from '../../engine/addon/profileDocument';
import { runReport } from '../../engine/report/runReport';
import { hotspotsOf } from '../../engine/rendering/hotspots';
import { readComparison } from '../../engine/jobs/comparedProfiles';
import type { ReportedComparison } from '../../protocol/profile/comparisonReport';
import { embeddedValue } from '../../protocol/base/embedded';
import type { ShownRun } from '../../protocol/results/results';
import { checkout, fixture, ireereplay, temporaryFolder } from '../programs';

const pages = path.join(checkout, 'dist', 'webview');
const small = fixture('small.ireereplay');
const folder = temporaryFolder();
const [report, history] = [path.join(folder, 'reports', 'small.html'), path.join(folder, 'runs.jsonl')];
const benchmark = ['benchmark', '--benchmark_min_time=5x', '--replay_scope=execute'];

/** What stands in the elements of that name. */
const inside = (html: string, name: string): readonly string[] =>
  Array.from(html.matchAll(new RegExp(`<${name}[^>]*>(.*?)</${name}>`, 'gs')), ([, text = '']) => text);

/** The file without what its scripts and styles say. */
const markup = (html: string): string => html.replaceAll(/(<(script|style)[^>]*>).*?<\/\2>/gs, '$1');

const shownIn = (html: string): ShownRun => embeddedValue(inside(html, 'script')[0] ?? '') as ShownRun;

test('a report has the run and those before it, as the editor would show them', async () => {
  for (let i = 0; i < 2; i++) {
    const { status, stderr } = ireereplay(...benchmark, `--history=${history}`, `--report=${report}`, small);
    assert.equal(status, 0, stderr);
  }
  const [first, second] = await createRunHistory(history).load();
  const shown = shownIn(readFileSync(report, 'utf8'));
  assert.deepStrictEqual(shown.run.state, second?.state);
  assert.equal(shown.run.id, second?.id);
  assert.deepEqual(
    shown.history.map(({ run }) => run),
    [first?.id],
  );
  assert.deepEqual(readdirSync(path.dirname(report)), ['small.html'], 'nothing is left beside it');
});

/** That a page with a script of ours loads nothing, and runs nothing else. */
function standsAlone(html: string): void {
  assert.doesNotMatch(markup(html), /\b(src|href|srcset|action|data|poster)=|https?:|<(link|iframe|object|embed|base|img)\b/i);
  for (const style of inside(html, 'style')) assert.doesNotMatch(style, /@import|url\((?!["']?data:)|sourceMappingURL/);
  const [data = '', script = '', ...more] = inside(html, 'script');
  assert.deepEqual(more, []);
  assert.ok(!data.includes('<'));
  assert.doesNotMatch(script, /sourceMappingURL/);
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  assert.deepEqual(policy.split('; '), [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
}

test('nothing in it is elsewhere, and nothing else runs', () => standsAlone(readFileSync(report, 'utf8')));

test('a profile has one, too: a page that says what `profile` does, and runs nothing', async () => {
  const profile = path.join(folder, '<b>block & more.ireeprof');
  copyFileSync(fixture('profiles/block.run-task.all.ireeprof'), profile);
  const { status, stdout, stderr } = ireereplay('profile', 'render', '--format=html', profile);
  assert.equal(status, 0, stderr);
  const html = stdout.toString();
  assert.doesNotMatch(html, /<script|<b>block|\b(src|href)=|https?:|@import|url\(/);
  assert.match(html, /content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"/);
  assert.match(html, /<b>Profile: &lt;b&gt;block &amp; more\.ireeprof<\/b>/);
  const document = await openProfile(profile);
  try {
    await document.load();
    const [summary, causes] = [await document.summary(), await document.explain(undefined)];
    const { functions } = await document.statistics({ from: '0', to: summary.span });
    const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/ +/g, ' ');
    for (const { sentence } of causes) assert.ok(text.includes(sentence.map((span) => span.text).join('')));
    assert.ok(functions.length > 8 && causes.length > 0);
    for (const { name, count, medianNs } of functions) {
      const [row = ''] = new RegExp(`<tr><td class="words"><i[^>]*></i>${name.replace('$', '\\$')}</td>.*?</tr>`).exec(html) ?? [];
      const [, times, , , , median] = Array.from(row.matchAll(/<td[^>]*>(.*?)<\/td>/g), ([, cell]) => cell);
      assert.equal(times, String(count));
      assert.ok(Math.abs(parseFloat(median ?? '') / (medianNs / (median?.endsWith('µs') === true ? 1e3 : 1)) - 1) < 1e-3, row);
    }
    // Each function in its colour: of the dispatches there are as many pieces as there were.
    const dispatches = /aria-label="dispatches: 16 on it[^"]*">(.*?)<\/svg>/.exec(html)?.[1] ?? '';
    assert.equal(dispatches.match(/M[\d.]+ /g)?.length, 16);
  } finally {
    document.close();
  }
});

const compared = (name: string): string => fixture(`profiles/compared/${name}.ireeprof`);

test('two profiles have one: all that their page asks is in it', async () => {
  const file = path.join(folder, 'profiles.html');
  const before = ['1', '2', '3', '4', 'vector'].map(compared);
  const flags = [...before.map((profile) => `--before=${profile}`), `--report=${file}`];
  const { status, stdout, stderr } = ireereplay('profile', 'diff', ...flags, compared('scalar'));
  assert.equal(status, 0, stderr);
  assert.match(stdout.toString(), /^IREE HAL profile diff\n/);
  const html = readFileSync(file, 'utf8');
  standsAlone(html);
  assert.match(html, /<b>Two profiles: vector\.ireeprof and scalar\.ireeprof<\/b>/);
  const reported = embeddedValue(inside(html, 'script')[0] ?? '') as ReportedComparison;
  const read = await readComparison({ before, b: compared('scalar') });
  assert.deepEqual(reported.compared, { ...read.compared, choices: [] });
  const [first] = read.compared.functions;
  assert.ok(first?.records.length === 1);
  for (const { key, record } of [first, ...first.records]) {
    const { a, b } = reported.samples.find((one) => one.key === key && one.record === record) ?? {};
    assert.deepEqual({ a, b }, read.samplesOf(key, record));
  }
  assert.ok(!('missing' in reported.figures.queue) && reported.figures.queue.kinds.length > 0);
  assert.ok('missing' in reported.hotspots && reported.hotspots.missing.includes('have no samples'));
  assert.ok(!('missing' in reported.timelines));
  const { timelines, a, b } = reported.timelines;
  assert.equal(timelines.shownRuns, undefined, 'all runs are in it');
  for (const [side, { names }] of [
    [a, timelines.a],
    [b, timelines.b],
  ] as const) {
    assert.deepEqual([side.begun.length, side.tracks.length], [12, 1]);
    const [track] = side.tracks;
    assert.equal(track?.window.starts.length, 12);
    assert.equal(new Set(track.window.indices).size, 12);
    assert.deepEqual([...track.occurrences.records], new Array(12).fill(17));
    assert.ok([...track.window.names].every((name) => names[name]?.isFunction === true));
  }
});

test('what is compared is not written over a file that is no report, nor read before that is said', () => {
  const notes = path.join(folder, 'kept.html');
  writeFileSync(notes, '<p>mine</p>');
  const { status, stderr } = ireereplay('profile', 'diff', `--report=${notes}`, path.join(folder, 'none.ireeprof'), compared('scalar'));
  assert.equal(status, 1);
  assert.equal(stderr, `ireereplay: ${notes} already exists and is not a report: it stays as it is\n`);
});

test('the report of a profile with samples says in which lines and instructions they are, with a flame graph', async () => {
  const profile = path.join(folder, 'sampled.ireeprof');
  const run = ['--sample', '--sample_seconds=1', `--device_profiling_output=${profile}`];
  const scalar = `--replay_executable_substitution=4=${fixture('models/mm256/kernels/scalar.so')}`;
  const ran = ireereplay('run', ...run, scalar, fixture('models/mm256/mm256.sync.ireereplay'));
  assert.equal(ran.status, 0, ran.stderr);
  const { status, stdout, stderr } = ireereplay('profile', 'render', '--format=html', profile);
  assert.equal(status, 0, stderr);
  const html = stdout.toString();
  assert.doesNotMatch(html, /<script/);
  const { samples, kernels, frames } = await hotspotsOf(profile);
  const [kernel] = kernels;
  const [line] = kernel?.lines ?? [];
  assert.ok(kernel !== undefined && line !== undefined && frames.length > 0);
  const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/ +/g, ' ');
  const digits = (count: number): string => count.toLocaleString('en-US');
  assert.match(text, new RegExp(`${digits(samples)} samples, [\\d,]+ a second by `));
  assert.match(
    text,
    new RegExp(
      `${path.basename(line.path).replaceAll('.', '\\.')}:${String(line.line)} [\\d.]+ % [\\d.]+ – [\\d.]+ % ${digits(line.samples)} line`,
    ),
  );
  const graph = /aria-label="Flame graph of samples">(.*?)<\/ol>/.exec(html)?.[1] ?? '';
  assert.match(
    graph,
    new RegExp(`aria-label="${kernel.name} [\\d.]+ %: ${digits(frames.find(({ name }) => name === kernel.name)?.samples ?? 0)} samples"`),
  );
});

test('what a capture is called does nothing in it', async () => {
  const { run } = shownIn(readFileSync(report, 'utf8'));
  const subject = '</script><script>alert("&")</script>';
  const html = await runReport(pages, { run: { ...run, subject, capture: `/a/${subject}` }, history: [], onSave: true }, '"<1>');
  assert.equal(inside(html, 'script').length, 2);
  assert.equal(shownIn(html).run.subject, subject);
  assert.match(html, /<b>Benchmark: &lt;\/script&gt;&lt;script&gt;alert\(&quot;&amp;&quot;\)/);
});

test('only a report is replaced, which is said before anything is measured', () => {
  const notes = path.join(folder, 'notes.html');
  writeFileSync(notes, '<p>mine</p>');
  for (const [file, jobs] of [
    [notes, [benchmark, ['verify'], ['substitute', '--replay_executable_substitution=4=new.so']]],
    [folder, [benchmark]],
  ] as const)
    for (const job of jobs) {
      const { status, stdout, stderr } = ireereplay(...job, `--report=${file}`, small);
      assert.equal(status, 1);
      assert.equal(stdout.toString(), '');
      assert.equal(stderr, `ireereplay: ${file} already exists and is not a report: it stays as it is\n`);
    }
  assert.equal(readFileSync(notes, 'utf8'), '<p>mine</p>');
});

test('a verification and a substitution have reports', () => {
  const model = fixture('models/mm256/mm256.sync.ireereplay');
  const wrong = fixture('models/mm256/kernels/wrong.so');
  const file = path.join(folder, 'other.html');
  for (const [job, status] of [
    [['verify'], 0],
    [['substitute', `--replay_executable_substitution=4=${wrong}`], 1],
  ] as const) {
    const done = ireereplay(...job, `--report=${file}`, model);
    assert.equal(done.status, status, done.stderr);
    assert.ok(existsSync(file));
    const { run } = shownIn(readFileSync(file, 'utf8'));
    assert.equal(run.job, job[0]);
    assert.equal(run.state.state, 'done');
  }
});

test('it has a value, light and dark, for each colour that its page cannot do without', () => {
  const [light = '', dark = ''] = readFileSync(path.join(pages, 'report.css'), 'utf8').split('prefers-color-scheme');
  for (const page of ['results.css', 'comparison.css']) {
    const used = readFileSync(path.join(pages, page), 'utf8').matchAll(/var\((--vscode-[\w-]+)\)/g);
    const colours = new Set(Array.from(used, ([, name = '']) => name).filter((name) => !/font|contrast/.test(name)));
    assert.ok(colours.size > 20);
    assert.deepEqual(
      [...colours].filter((name) => !light.includes(`${name}:`) || !dark.includes(`${name}:`)),
      [],
    );
  }
});
