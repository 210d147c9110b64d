/** Times of the kernels of sources: of the run that was chosen, or the newest that says something of a kernel. */
import * as vscode from 'vscode';
import type { KernelLine, KernelOfCapture } from '../../protocol/processes/languageServer';
import type { MeasuredRun } from '../../protocol/results/results';
import type { MeasuredRuns } from '../runs/measuredRuns';
import { trendOfPart } from './kernelParts';
import { kernelKey, kernelTimes, timesIn, type KernelTime } from './kernelTimes';
import type { LanguageFeatures } from '../source/languageFeatures';
import { isOfWorkspace, type WorkspaceProfiles } from './workspaceProfiles';
import { createProfiledKernels, type ProfiledKernel } from './profiledKernels';
import { describe } from '../captures/executionTimes';
import type { ProfileDiffRow } from '../../protocol/jobs/profileDiff';
import { differenceText, differenceWords, missingSentence } from '../../protocol/words/differenceWords';

/** In the workspace's state: the id of the run that the user has chosen. */
const CHOSEN = 'ireeReplay.inlineTimes.run';

/** A kernel, and what it took. */
export interface TimedKernel<Kernel extends KernelOfCapture = KernelLine> {
  readonly kernel: Kernel;
  readonly time: KernelTime;
  /** What one execution took; of a benchmark one iteration. Absent where it is not known one by one. */
  readonly times?: Omit<ProfiledKernel, 'trend' | 'totalNs'>;
  readonly trend?: Trend;
}

/** Compared with the run before. */
export interface Trend {
  readonly verdict: 'faster' | 'slower' | 'no-difference' | 'not-known-yet';
  /** "1.31x faster [1.28, 1.34]". */
  readonly words: string;
  /** What is missing to know it. */
  readonly missing?: string;
  /** When the run before began, ISO 8601. */
  readonly since: string;
}

export interface SourceTimes {
  /** The kernels of a document that times are known of. */
  kernelsIn(uri: vscode.Uri): Promise<readonly TimedKernel[]>;
  of<Kernel extends KernelOfCapture & Pick<KernelLine, 'modified' | 'namesake'>>(kernel: Kernel): Promise<TimedKernel<Kernel> | undefined>;
  /** All runs, and those that profiles of the workspace tell of; the oldest first. */
  all(): Promise<readonly MeasuredRun[]>;
  /** Runs that can be chosen, the newest first. */
  choices(): Promise<readonly MeasuredRun[]>;
  /** The id of the chosen run; undefined while the newest are shown. */
  chosen(): Promise<string | undefined>;
  choose(run: string | undefined): Promise<void>;
  readonly onChange: vscode.Event<void>;
  dispose(): void;
}

export function createSourceTimes(
  memento: vscode.Memento,
  runs: MeasuredRuns,
  profiles: WorkspaceProfiles,
  features: LanguageFeatures,
): SourceTimes {
  const changes = new vscode.EventEmitter<void>();
  const profiled = createProfiledKernels();
  const all = async (): Promise<readonly MeasuredRun[]> => {
    await runs.load();
    return [...runs.all, ...(await profiles.all())].toSorted((a, b) => Date.parse(a.started) - Date.parse(b.started));
  };
  const isKept = async (id: string): Promise<boolean> => runs.byId(id) !== undefined || (await profiles.all()).some((run) => run.id === id);
  const chosen = async (): Promise<string | undefined> => {
    const id = memento.get<string>(CHOSEN);
    return id === undefined || !(await isKept(id)) ? undefined : id;
  };
  const of: SourceTimes['of'] = async (kernel) => {
    const time = kernelTimes(await all(), kernel.capture, kernel.modified, await chosen()).get(
      kernelKey(kernel.executable, kernel.ordinal),
    );
    if (time === undefined) return undefined;
    const { run, part } = time;
    if (run.job === 'benchmark' && part !== undefined) {
      const trend = trendOfPart(part, run, runs.all);
      const missing = trend === undefined ? undefined : missingSentence(trend);
      return {
        ...{ kernel, time },
        ...(part.samples === undefined || part.samples.length === 0
          ? {}
          : { times: { ...describe(part.samples), count: part.samples.length, records: [] } }),
        ...(trend === undefined
          ? {}
          : {
              trend: {
                ...{ verdict: trend.verdict, words: differenceText(trend), since: trend.since },
                ...(missing === undefined ? {} : { missing }),
              },
            }),
      };
    }
    if (run.job !== 'run') return { kernel, time };
    // A profile tells kernels by their names. How one of the workspace was recorded is not known: it is compared with none.
    const times = kernel.namesake === true ? undefined : (await profiled.of(run, isOfWorkspace(run) ? [] : runs.all))?.get(kernel.name);
    if (times === undefined) return { kernel, time };
    const { difference, since = '' } = times.trend ?? {};
    if (difference === undefined) return { kernel, time, times };
    return { kernel, time, times, trend: trendOf(difference, since) };
  };
  const ended = runs.onChange(({ state }) => {
    if (state.state !== 'idle' && state.state !== 'running') changes.fire();
  });
  const others = features.onChange(() => changes.fire());
  const files = profiles.onChange(() => changes.fire());
  return {
    of,
    all,
    async kernelsIn(uri) {
      const kernels = await features.kernelsIn(uri);
      const timed = await Promise.all(kernels.map((kernel) => of(kernel)));
      return timed.flatMap((one) => (one === undefined ? [] : [one]));
    },
    async choices() {
      return (await all()).filter((run) => timesIn(run).size > 0).toReversed();
    },
    chosen,
    async choose(run) {
      await memento.update(CHOSEN, run);
      changes.fire();
    },
    onChange: changes.event,
    dispose() {
      ended.dispose();
      others.dispose();
      files.dispose();
      changes.dispose();
    },
  };
}

function trendOf({ verdict, ratio, interval, noise, missing }: NonNullable<ProfileDiffRow['difference']>, since: string): Trend {
  const said = { verdict, ratio, ...(noise === undefined ? {} : { noise }) };
  const words = interval === undefined ? differenceWords({ ...said, interval: [0, 0] }) : differenceText({ ...said, interval });
  return { verdict, words, since, ...(missing === undefined ? {} : { missing }) };
}
