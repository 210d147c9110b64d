/** Where the candidates of a substitution do not fit what they stand in for, as far as their last run knows. */
import type { Problem } from '../../protocol/capture/capture';
import type { MeasuredRun, RunOf } from '../../protocol/results/results';

/** Why a file cannot stand in for what was captured, or not with the recorded grid. */
export interface Misfit {
  /** The candidate: an executable, or the source that it is built from. */
  readonly file: string;
  readonly severity: 'error' | 'warning';
  /** Preflight's name for this kind of problem, or "workgroup-count". */
  readonly kind: string;
  readonly message: string;
  /** That it is about; absent where it is about the whole. */
  readonly function?: string;
  /** A grid that fits, "FUNCTION=X,Y,Z" as RunOptions.workgroupCounts. */
  readonly workgroupCount?: string;
}

/** Kinds of problems that are about an executable in place of another, not about the capture. */
const OF_CANDIDATES: ReadonlySet<string | undefined> = new Set([
  ...['executable-abi', 'executable-invalid', 'executable-format', 'processor-feature', 'function-out-of-range'],
  ...['binding-count', 'constant-count', 'selector-unmatched'],
]);

/** Files that substitutions name, with what they stand in for. */
const substitutionsOf = ({ options }: RunOf<'substitute'>): readonly { readonly selector: string; readonly file: string }[] =>
  options.candidates.flatMap(({ substitutions }) =>
    substitutions.map((one) => ({ selector: one.slice(0, one.indexOf('=')), file: one.slice(one.indexOf('=') + 1) })),
  );

/** None of a run that has not come so far, or of another job. */
export function misfits(run: MeasuredRun): readonly Misfit[] {
  if (run.job !== 'substitute') return [];
  const { state } = run;
  if (state.state === 'refused') return state.problems.flatMap((problem) => refusals(run, problem));
  if (state.state !== 'done') return [];
  return state.result.candidates.flatMap((candidate, place) =>
    (candidate.verification?.hints ?? candidate.hints ?? []).flatMap(({ message, workgroupCount }) =>
      hinted(run, place, message, workgroupCount),
    ),
  );
}

/** What a problem says of where it is, which a mark in the file itself need not. */
const BEFORE = /^executable \d+: (?:replay executable \d+ (?:\(substitute '[^']*'\) )?)?/;

/** With a capital letter, and an end. */
const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** A problem names the captured executable, not what was built to stand in for it: it is about each file that does. */
function refusals(run: RunOf<'substitute'>, { kind, message, remedy, severity }: Problem): readonly Misfit[] {
  if (!OF_CANDIDATES.has(kind) || severity === 'info') return [];
  const executable = /\bexecutable (\d+)\b/.exec(message)?.[1];
  const called = /\bfunction '([^']+)'/.exec(message)?.[1];
  const all = substitutionsOf(run);
  const meant = all.filter(({ selector }) => !/^\d+(@|$)/.test(selector) || selector.split('@')[0] === executable);
  return (meant.length === 0 ? all : meant).map(({ file }) => ({
    ...{ file, severity, kind: kind ?? '' },
    message: [message.replace(BEFORE, ''), remedy].flatMap((one) => (one === undefined ? [] : [sentence(one)])).join(' '),
    ...(called === undefined ? {} : { function: called }),
  }));
}

function hinted(run: RunOf<'substitute'>, place: number, message: string, workgroupCount: string | undefined): readonly Misfit[] {
  const called = workgroupCount?.slice(0, workgroupCount.lastIndexOf('='));
  return (run.options.candidates[place]?.substitutions ?? []).map((one) => ({
    ...{ file: one.slice(one.indexOf('=') + 1), severity: 'warning', kind: 'workgroup-count', message },
    ...(called === undefined ? {} : { function: called }),
    ...(workgroupCount === undefined ? {} : { workgroupCount }),
  }));
}
