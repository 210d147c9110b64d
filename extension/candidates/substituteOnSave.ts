/** Candidates that are watched: at each save of one it is built, verified and timed again. */
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { createCaptureKeys } from '../../engine/history/captureKey';
import type { MeasuredRun, RunOf } from '../../protocol/results/results';
import type { Measurement, MeasuredRuns } from '../runs/measuredRuns';
import { candidateFilesOf, verdictAge, type VerdictAge } from '../runs/verdictAge';
import { watchFile } from '../captures/watchFile';

type Substitution = Measurement<'substitute'>;

export interface WatchedCandidate {
  /** The same for the same files in place of the same executables of the same capture. */
  readonly id: string;
  readonly files: readonly string[];
  readonly substitution: Substitution;
  /** Functions that it has to have; none where they are not known. */
  readonly functions: readonly string[];
  /** The latest of its runs; undefined until the first save. */
  readonly run: RunOf<'substitute'> | undefined;
  /** Whether that run's verdict is about what is there now. */
  readonly age: VerdictAge;
}

export interface SubstituteOnSave {
  readonly onChange: vscode.Event<void>;
  readonly watched: readonly WatchedCandidate[];
  isOn(run: MeasuredRun): boolean;
  toggle(run: MeasuredRun): void;
  /** Watches a candidate that has not been run. The first save runs it. */
  begin(substitution: Substitution, functions: readonly string[]): void;
  end(id: string): void;
  dispose(): void;
}

/** Writers touch a file several times for one save. */
const SETTLE_MS = 150;

/** VS Code does not tell of what is written before its watcher is up, nor when that is: files are looked at so long after the first look, too. */
const LATE_MS = [1000, 10_000] as const;

interface Watch {
  substitution: Substitution;
  functions: readonly string[];
  run: RunOf<'substitute'> | undefined;
  age: VerdictAge;
  /**
   * What the files were when they were last looked at: a file that is touched late has not been saved. Undefined until the first look has
   * ended: nobody is told before that the files are watched, for a save that came first would be taken for what was there.
   */
  seen: string | undefined;
  /** Ends with the next look at how old the verdict is. */
  looking: AbortController;
  readonly files: readonly string[];
  readonly watcher: vscode.Disposable;
}

/** `functionsOf` gives the functions of an executable as far as they are known. */
export function createSubstituteOnSave(
  runs: MeasuredRuns,
  functionsOf: (capture: string, executable: string) => readonly string[],
): SubstituteOnSave {
  const changes = new vscode.EventEmitter<void>();
  const keys = createCaptureKeys();
  const watches = new Map<string, Watch>();

  const changed = (): void => {
    void vscode.commands.executeCommand('setContext', 'ireeReplay.substitutesOnSave', watches.size > 0);
    changes.fire();
  };
  const look = async (watch: Watch): Promise<void> => {
    watch.looking.abort();
    const { signal } = (watch.looking = new AbortController());
    const { run } = watch;
    const age = run === undefined ? 'new' : await verdictAge(run, keys, signal).catch(() => undefined);
    if (signal.aborted || age === undefined || age === watch.age) return;
    watch.age = age;
    changed();
  };
  const again = async (watch: Watch): Promise<void> => {
    const state = await stateOf(watch.files);
    const before = watch.seen;
    if (state === before || state === GONE || before === undefined || watches.get(idOf(watch.substitution)) !== watch) return look(watch);
    watch.seen = state;
    if (watch.run !== undefined) runs.cancel(watch.run.id);
    runs.start(watch.substitution);
  };
  /** Its latest run, whoever has started that: with another tolerance or grid it is what the next save runs, too. */
  const follow = runs.onChange((run) => {
    if (run.job !== 'substitute') return;
    const watch = watches.get(idOf(run));
    const latest = watch?.run;
    if (watch === undefined) return;
    if (runs.byId(run.id) === undefined) {
      if (latest?.id !== run.id) return;
      watch.run = undefined;
      changed();
      return;
    }
    if (latest !== undefined && latest.id !== run.id && latest.started >= run.started) return;
    if (latest?.id !== run.id) {
      watch.age = 'new';
      watch.looking.abort();
    }
    watch.run = run;
    watch.substitution = substitutionOf(run);
    changed();
    if (run.state.state !== 'idle' && run.state.state !== 'running') void look(watch);
  });
  const begin = (substitution: Substitution, functions: readonly string[], run?: RunOf<'substitute'>): void => {
    const id = idOf(substitution);
    end(id);
    const files = candidateFilesOf(substitution.options);
    let settling: ReturnType<typeof setTimeout> | undefined;
    const settle = (act: () => void) => (): void => {
      clearTimeout(settling);
      settling = setTimeout(act, SETTLE_MS);
    };
    const saved = settle(() => void again(watch));
    const other = (): void => void look(watch);
    const late = LATE_MS.map((ms) => setTimeout(saved, ms));
    const watcher = vscode.Disposable.from(
      ...files.map((file) => watchFile(file, saved, other)),
      watchFile(substitution.capture, other, other),
      { dispose: () => [settling, ...late].forEach((timer) => clearTimeout(timer)) },
    );
    const watch: Watch = {
      ...{ substitution, functions, run, age: 'new', files, watcher },
      ...{ seen: undefined, looking: new AbortController() },
    };
    watches.set(id, watch);
    void stateOf(files).then((state) => {
      watch.seen = state;
      if (watches.get(id) !== watch) return;
      changed();
      void look(watch);
    });
  };
  const isTold = (watch: Watch | undefined): boolean => watch?.seen !== undefined;
  const end = (id: string): void => {
    const watch = watches.get(id);
    watch?.watcher.dispose();
    watch?.looking.abort();
    if (watches.delete(id)) changed();
  };

  return {
    onChange: changes.event,
    get watched() {
      const told = [...watches].filter(([, watch]) => isTold(watch));
      return told.map(([id, { files, substitution, functions, run, age }]) => ({ id, files, substitution, functions, run, age }));
    },
    isOn: (run) => run.job === 'substitute' && isTold(watches.get(idOf(run))),
    toggle(run) {
      if (run.job !== 'substitute') return;
      if (watches.has(idOf(run))) end(idOf(run));
      else
        begin(
          substitutionOf(run),
          executablesOf(run).flatMap((executable) => functionsOf(run.capture, executable)),
          run,
        );
    },
    begin,
    end,
    dispose() {
      follow.dispose();
      for (const { watcher, looking } of watches.values()) {
        watcher.dispose();
        looking.abort();
      }
      changes.dispose();
    },
  };
}

const substitutionOf = ({ job, capture, subject, settings, options }: RunOf<'substitute'>): Substitution => ({
  ...{ job, capture, subject, settings, options },
});

/** "4=/kernels/k.c". */
const substitutionsOf = ({ options }: Pick<Substitution, 'options'>): readonly string[] =>
  options.candidates.flatMap(({ substitutions }) => substitutions);

const executablesOf = (run: Pick<Substitution, 'options'>): readonly string[] =>
  substitutionsOf(run).map((one) => one.slice(0, one.indexOf('=')));

const idOf = (substitution: Pick<Substitution, 'capture' | 'options'>): string =>
  JSON.stringify([substitution.capture, ...substitutionsOf(substitution)]);

const GONE = '';

/** Changes when somebody writes to one of the files or replaces it; GONE while one is not there. */
async function stateOf(files: readonly string[]): Promise<string> {
  const states = await Promise.all(files.map((file) => stat(file, { bigint: true }).catch(() => undefined)));
  return states.some((one) => one === undefined)
    ? GONE
    : states.map((one) => [one?.ino, one?.size, one?.mtimeNs, one?.ctimeNs].join(' ')).join('\n');
}
