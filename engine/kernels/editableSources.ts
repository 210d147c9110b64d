/** The sources that an executable embeds, as text that can be changed and built to an executable in its place. */
import type { ExecutableCode } from '../../protocol/code/code';

/** A stage of the compiler as which the whole executable is embedded. */
export interface EditableStage {
  /** "1.configured". */
  readonly stage: string;
  /** In ExecutableCode.sources, by the functions' ordinals. */
  readonly sources: readonly number[];
}

/**
 * The stages that have a source for every function of the executable: a substitute has to have all of them. The compiler embeds a source for
 * each dispatch, and links several dispatches to one executable.
 */
export function editableStages({ functions, sources }: Pick<ExecutableCode, 'functions' | 'sources'>): readonly EditableStage[] {
  const exported = functions.filter(({ ordinal }) => ordinal !== undefined);
  const stages = new Set(exported.flatMap((one) => one.stages.map(({ stage }) => stage)));
  return [...stages].sort().flatMap((stage) => {
    const found = exported.map((one) => {
      const named = one.stages.find((each) => each.stage === stage)?.location.path;
      return sources.findIndex(({ path }) => path === named);
    });
    return found.includes(-1) ? [] : [{ stage, sources: [...new Set(found)] }];
  });
}

/**
 * Sources of one stage as one source. Without what only the compiler that wrote them can use: resources of later stages, which the text lacks
 * and which crash iree-compile, and the places that everything came from. Without those its messages name lines of this text, and so do
 * the lines of what is built from it.
 */
export const editableText = (texts: readonly string[]): string =>
  texts.map((text) => withoutLocations(withoutResources(text)).trimEnd()).join('\n\n') + '\n';

const withoutResources = (text: string): string =>
  text
    .replace(/ sources\(\{[^}]*\}\)/g, '')
    .replace(/ <source_locs = \{[^{}]*\}>/g, '')
    .replace(/, source_locs = \{[^{}]*\}/g, '');

/** Where MLIR's printer begins something that is not to be looked into: a string, a comment; or a place. */
const BEGINS = /"(?:[^"\\]|\\[^])*"|\/\/[^\n]*|\s+loc\(/g;
/** What a place is the value of, and not where something is from. */
const IS_VALUE = /[=,[({<]$/;

/** MLIR without the `loc(...)` behind its operations and arguments. */
function withoutLocations(text: string): string {
  const kept: string[] = [];
  let from = 0;
  BEGINS.lastIndex = 0;
  for (let found = BEGINS.exec(text); found !== null; found = BEGINS.exec(text)) {
    if (!found[0].endsWith('(') || IS_VALUE.test(text.slice(from, found.index).trimEnd())) continue;
    const end = closing(text, BEGINS.lastIndex);
    if (end === undefined) break;
    kept.push(text.slice(from, found.index));
    from = end;
    BEGINS.lastIndex = end;
  }
  return kept.join('') + text.slice(from);
}

/** Behind the parenthesis that closes the one before `from`; undefined where none does. */
function closing(text: string, from: number): number | undefined {
  const part = /"(?:[^"\\]|\\[^])*"|[()]/g;
  part.lastIndex = from;
  let open = 1;
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    if (found[0] === '(') open++;
    if (found[0] === ')') open--;
    if (open === 0) return part.lastIndex;
  }
  return undefined;
}
