/** Where samples lie in sources: of each capture in the run that was chosen, or in the newest that has samples. */
import * as vscode from 'vscode';
import { sampledCode, type SampledCode } from '../../engine/jobs/assemblyHeat';
import { sampledPlaces, type SampledPlaces } from '../../engine/jobs/sampledLines';
import type { RunOf } from '../../protocol/results/results';
import { profileFileOf } from '../runs/profiling';
import type { LanguageFeatures } from '../source/languageFeatures';
import type { SourceTimes } from './sourceTimes';
import { assemblyLines, isAssembly, isStage, kernelLines, type StageLine } from './stageHeat';
import { isOfWorkspace } from './workspaceProfiles';

/** A line of a document, and the samples in it. */
export interface HeatedLine extends StageLine {
  readonly run: RunOf<'run'>;
}

export interface SourceHeat {
  /** The most samples first; no two of one line. */
  linesIn(uri: vscode.Uri): Promise<readonly HeatedLine[]>;
  readonly onChange: vscode.Event<void>;
}

/** Reads what each profile says once: it is not written again. What cannot be read is empty, and read again the next time. */
function readOnce<Value>(read: (file: string) => Promise<Value>, empty: Value): (run: RunOf<'run'>) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (run) => {
    const file = profileFileOf(run);
    if (file === undefined || (run.options.profiling?.sample !== true && !isOfWorkspace(run))) return Promise.resolve(empty);
    const key = `${file} ${run.started}`;
    const value =
      known.get(key) ??
      read(file).catch(() => {
        known.delete(key);
        return empty;
      });
    known.set(key, value);
    return value;
  };
}

const isSubstituted = ({ options }: RunOf<'run'>): boolean => (options.substitutions ?? []).length > 0;

/** That a file was saved after it was measured; undefined where it was not. */
async function changedSince(uri: vscode.Uri, measured: number): Promise<StageLine['doubt']> {
  const { mtime } = await vscode.workspace.fs.stat(uri);
  if (mtime <= measured) return undefined;
  return { words: vscode.l10n.t('changed since'), sentence: vscode.l10n.t('it was changed after it was sampled'), changed: true };
}

export function createSourceHeat(times: SourceTimes, features: LanguageFeatures): SourceHeat {
  const placesOf = readOnce<SampledPlaces>(sampledPlaces, { kernels: [], lines: [] });
  const codeOf = readOnce<readonly SampledCode[]>(sampledCode, []);
  /** Of each capture one, and one in which something took the place of its executables: that has sources of its own. */
  const sampledRuns = async (): Promise<readonly RunOf<'run'>[]> => {
    const chosen = await times.chosen();
    const all = (await times.all()).flatMap((run) => (run.job === 'run' && run.state.state === 'done' ? [run] : [])).toReversed();
    const runs = new Map<string, RunOf<'run'>>();
    for (const run of [...all.filter(({ id }) => id === chosen), ...all]) {
      const key = `${run.capture} ${String(isSubstituted(run))}`;
      if (!runs.has(key) && (await placesOf(run)).kernels.length > 0) runs.set(key, run);
    }
    return [...runs.values()].toSorted((a, b) => Number(isSubstituted(a)) - Number(isSubstituted(b)));
  };
  /** Lines that the compiler has named. What has taken the place of something is where it says, and nowhere else. */
  const namedLines = async (uri: vscode.Uri, run: RunOf<'run'>): Promise<readonly StageLine[]> => {
    const named = (await placesOf(run)).lines.filter(({ path }) => !isSubstituted(run) || path === uri.fsPath);
    const places = named.map(({ path, line }) => ({ path, line }));
    const measured = Date.parse(run.started);
    const placed = await features.linesIn({ uri: uri.toString(), capture: run.capture, measured, places });
    // It was written for the replay that was sampled, not for the one that was captured.
    const own = isSubstituted(run) ? { doubt: await changedSince(uri, measured) } : undefined;
    return placed.flatMap(({ place, line, doubt }) => {
      const sampled = named[place];
      const doubted = own === undefined ? doubt : own.doubt;
      return sampled === undefined ? [] : [{ line, sampled, ...(doubted === undefined ? {} : { doubt: doubted }) }];
    });
  };
  /** Of all runs together: a function that is what one of them sampled is no other version. */
  const inAssembly = async (text: string, runs: readonly RunOf<'run'>[]): Promise<readonly HeatedLine[]> => {
    const sampled = await Promise.all(runs.map(async (run) => (await codeOf(run)).map((code) => ({ ...code, run }))));
    return assemblyLines(text, sampled.flat()).map(({ of: { run }, ...line }) => ({ ...line, run }));
  };
  const inStage = async (file: string, text: string, run: RunOf<'run'>): Promise<readonly HeatedLine[]> => {
    const found = isStage(file) && !isSubstituted(run) ? kernelLines(file, text, (await placesOf(run)).kernels) : [];
    return Promise.all(
      found.map(async ({ kernel, ...line }) => {
        const { executable, ordinal, name } = kernel;
        const { stages = [] } = await features.sourceOf({ capture: run.capture, executable, ordinal, name });
        const stage = stages.find((one) => one.file === file);
        const sentence =
          stage === undefined ? vscode.l10n.t('it is not next to the capture: it may be from another compilation') : stage.doubt;
        if (sentence === undefined) return { ...line, run };
        return { ...line, run, doubt: { words: vscode.l10n.t('named alike'), sentence, changed: false } };
      }),
    );
  };
  return {
    async linesIn(uri) {
      const heated = new Map<number, HeatedLine>();
      // Of several captures the newest run says it: shares of different runs have no sum.
      const add = (line: HeatedLine): unknown => heated.has(line.line) || heated.set(line.line, line);
      const text = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString())?.getText() ?? '';
      const runs = await sampledRuns();
      if (isAssembly(uri.fsPath)) (await inAssembly(text, runs)).forEach(add);
      for (const run of runs) (await namedLines(uri, run)).forEach((line) => add({ ...line, run }));
      if (heated.size === 0) for (const run of runs) (await inStage(uri.fsPath, text, run)).forEach(add);
      return [...heated.values()].toSorted((a, b) => b.sampled.samples - a.sampled.samples);
    },
    onChange: times.onChange,
  };
}
