/** What is another in one of two runs: what was executed, on what, and what the machine did. */
import { html, type TemplateResult } from 'lit-html';
import type { BenchmarkEnvironment } from '../../protocol/measurement/benchmark';
import { deviceLabel } from '../../protocol/replay/replay';
import { replayOf, type MeasuredRun } from '../../protocol/results/results';

/** Names and values of what two runs may differ in; undefined is said as a dash. */
export type RunFacts = ReadonlyMap<string, string | undefined>;

const percent = (part: number | undefined): string | undefined => (part === undefined ? undefined : `${(100 * part).toFixed(0)} %`);

function environmentOf({ state }: MeasuredRun): BenchmarkEnvironment | undefined {
  const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
  return result !== undefined && 'environment' in result ? result.environment : undefined;
}

/** What a run was told and ran on. */
export function factsOf(run: MeasuredRun): RunFacts {
  const { options, settings } = run;
  const environment = environmentOf(run);
  const replay = replayOf(options);
  const put = 'candidates' in options ? options.candidates.flatMap(({ substitutions }) => substitutions) : (replay.substitutions ?? []);
  const grids = 'candidates' in options ? options.candidates.flatMap(({ workgroupCounts = [] }) => workgroupCounts) : [];
  const of = (kind: 'executables' | 'functions'): string | undefined =>
    put.filter((one) => one.startsWith('fn:') === (kind === 'functions')).join(', ') || undefined;
  return new Map<string, string | undefined>([
    ['capture', environment?.capture ?? run.capture],
    ['executables', of('executables')],
    ['functions', of('functions')],
    ['workgroups', [...grids, ...(replay.workgroupCounts ?? [])].join(', ') || undefined],
    ['device', deviceLabel(settings)],
    ['threads', environment === undefined ? undefined : `${String(environment.workers)}, on ${environment.affinity}`],
    ['caches', 'cache' in options ? options.cache : undefined],
    ['guarded buffers', settings.guardBuffers ? 'yes' : undefined],
    ['host', environment?.host],
    ['cpu', environment?.cpu],
    ['engine', environment === undefined ? undefined : `${environment.engine} ${environment.version}`],
    ['governor', environment?.governor],
    ['load before', environment?.loadBefore.toFixed(2)],
    ['other work', percent(environment?.otherWork)],
  ]);
}

/** Those of the facts that are not alike. */
export function differing(a: RunFacts, b: RunFacts): readonly (readonly [name: string, inA: string, inB: string])[] {
  return [...a].flatMap(([name, inA]) => {
    const inB = b.get(name);
    return inA === inB ? [] : [[name, inA ?? '–', inB ?? '–'] as const];
  });
}

/** A table of what changed between two runs. */
export function whatChanged(a: MeasuredRun, b: MeasuredRun): TemplateResult {
  const rows = differing(factsOf(a), factsOf(b));
  return html`<section class="block changed">
    <h2>What changed</h2>
    ${
      rows.length === 0
        ? html`<p class="said">Nothing that is kept of a run: the same code, device, settings and load.</p>`
        : html`<table aria-label="What changed">
            <thead>
              <tr>
                <th scope="col">of</th>
                <th scope="col">A</th>
                <th scope="col">B</th>
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                ([name, inA, inB]) =>
                  html`<tr>
                    <th scope="row">${name}</th>
                    <td>${inA}</td>
                    <td>${inB}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
  </section>`;
}
