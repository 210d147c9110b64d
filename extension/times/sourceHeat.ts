/** Where samples lie in sources: of each capture in the run that was chosen, or in the newest that has samples. */
import type * as vscode from 'vscode';
import { sampledLines, type SampledLine } from '../../engine/jobs/sampledLines';
import type { PlacedLine } from '../../protocol/languageServer';
import type { RunOf } from '../../protocol/results';
import { profileFileOf } from '../runs/profiling';
import type { LanguageFeatures } from '../source/languageFeatures';
import type { SourceTimes } from './sourceTimes';
import { isOfWorkspace } from './workspaceProfiles';

/** A line of a document, and the samples in it. */
export interface HeatedLine extends Pick<PlacedLine, 'line' | 'doubt'> {
  readonly sampled: SampledLine;
  readonly run: RunOf<'run'>;
}

export interface SourceHeat {
  /** The most samples first; no two of one line. */
  linesIn(uri: vscode.Uri): Promise<readonly HeatedLine[]>;
  readonly onChange: vscode.Event<void>;
}

export function createSourceHeat(times: SourceTimes, features: LanguageFeatures): SourceHeat {
  /** By their files, each read whole once: a profile is not written again. */
  const read = new Map<string, Promise<readonly SampledLine[]>>();
  const linesOf = (run: RunOf<'run'>): Promise<readonly SampledLine[]> => {
    const file = profileFileOf(run);
    if (file === undefined || (run.options.profiling?.sample !== true && !isOfWorkspace(run))) return Promise.resolve([]);
    const key = `${file} ${run.started}`;
    const known = read.get(key);
    if (known !== undefined) return known;
    const lines = sampledLines(file).catch(() => {
      // It is gone, or cannot be read now: the next time it is read again.
      read.delete(key);
      return [];
    });
    read.set(key, lines);
    return lines;
  };
  /** Of each capture one. */
  const sampledRuns = async (): Promise<ReadonlyMap<string, RunOf<'run'>>> => {
    const chosen = await times.chosen();
    const all = (await times.choices()).flatMap((run) => (run.job === 'run' ? [run] : []));
    const runs = new Map<string, RunOf<'run'>>();
    for (const run of [...all.filter(({ id }) => id === chosen), ...all])
      if (!runs.has(run.capture) && (await linesOf(run)).length > 0) runs.set(run.capture, run);
    return runs;
  };
  return {
    async linesIn(uri) {
      const heated = new Map<number, HeatedLine>();
      for (const run of (await sampledRuns()).values()) {
        const lines = await linesOf(run);
        const places = lines.map(({ path, line }) => ({ path, line }));
        const measured = Date.parse(run.started);
        for (const { place, line, doubt } of await features.linesIn({ uri: uri.toString(), capture: run.capture, measured, places })) {
          const sampled = lines[place];
          // Of several captures the newest run says it: shares of different runs have no sum.
          if (sampled !== undefined && !heated.has(line))
            heated.set(line, { line, sampled, run, ...(doubt === undefined ? {} : { doubt }) });
        }
      }
      return [...heated.values()].toSorted((a, b) => b.sampled.samples - a.sampled.samples);
    },
    onChange: times.onChange,
  };
}
