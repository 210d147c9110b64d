/** Whether what a substitution found out is still about what is there: its files, and its capture. */
import { stat } from 'node:fs/promises';
import type { CaptureKeys } from '../../engine/history/captureKey';
import type { RunOf } from '../../protocol/results/results';

export type VerdictAge = 'new' | 'file-gone' | 'file-changed' | 'capture-gone' | 'capture-changed';

/** What of a run is looked at. */
export type AgingRun = Pick<RunOf<'substitute'>, 'capture' | 'options' | 'started' | 'state'>;

/** Times of files and the clock that runs are dated by may differ by so much. */
const CLOCKS_MS = 1000;

/** Files that the candidates of a substitution are built or read from. */
export function candidateFilesOf({ candidates }: AgingRun['options']): readonly string[] {
  return candidates.flatMap(({ substitutions }) => substitutions.map((one) => one.slice(one.indexOf('=') + 1)));
}

/**
 * Of a run that has ended; a run that has not is always new. By contents where the run knows them: what was touched alone, or changed back,
 * is what it was. Rejects when aborted.
 */
export async function verdictAge(run: AgingRun, keys: CaptureKeys, signal: AbortSignal): Promise<VerdictAge> {
  const { state, options, capture } = run;
  if (state.state === 'idle' || state.state === 'running') return 'new';
  const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
  const contents = new Map(result?.candidates.flatMap(({ files = [] }) => files.map(({ path, content }) => [path, content] as const)));
  const began = Date.parse(run.started);
  /** `known`: undefined when the run knows that it was written to meanwhile. */
  const changed = async (file: string, known: string | undefined, isKnown: boolean): Promise<'gone' | 'changed' | undefined> => {
    const now = await stat(file).catch(() => undefined);
    if (now === undefined) return 'gone';
    if (isKnown && known === undefined) return 'changed';
    // Nobody can set this time: when it is before the run began, nothing has happened to the file since.
    if (known === undefined) return now.ctimeMs <= began ? undefined : 'changed';
    if (now.ctimeMs < began - CLOCKS_MS) return undefined;
    return (await keys.of(file, signal)) === known ? undefined : 'changed';
  };
  for (const file of candidateFilesOf(options)) {
    const found = await changed(file, contents.get(file), contents.has(file));
    if (found !== undefined) return `file-${found}`;
  }
  const found = await changed(capture, result?.environment.capture, result !== undefined);
  return found === undefined ? 'new' : `capture-${found}`;
}
