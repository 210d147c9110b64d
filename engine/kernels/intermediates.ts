/**
 * What iree-compile leaves of an executable where it is asked to (--iree-hal-dump-executable-files-to, and the same for sources and
 * intermediates alone): files that are named after module, executable and target, one for each stage (ExecutableDump in
 * compiler/src/iree/compiler/Dialect/HAL/Transforms and the targets' backends).
 */

export type Stage = 'sources' | 'configured' | 'code generated' | 'linked' | 'optimized' | 'assembly';

export interface Intermediate {
  readonly stage: Stage;
  /** Module and executable, and of what comes after the choice of a target also that: "module_matmul_dispatch_0_embedded_elf_x86_64". */
  readonly stem: string;
}

const STAGES: readonly (readonly [RegExp, Stage])[] = [
  [/^configured_(.+)\.mlir$/, 'configured'],
  [/^(?!.*_benchmark\.mlir$)(.+)\.mlir$/, 'sources'],
  [/^(.+)\.codegen\.ll$/, 'code generated'],
  [/^(.+)\.linked\.ll$/, 'linked'],
  [/^(.+)\.optimized\.ll$/, 'optimized'],
  [/^(.+)\.(?:s|ptx|rocmasm)$/, 'assembly'],
];

/** In the order in which a compiler makes them. */
export const STAGE_ORDER: readonly Stage[] = ['sources', 'configured', 'code generated', 'linked', 'optimized', 'assembly'];

/** What the name of a file says that it is; undefined for what is no text, and for what no compiler has left. */
export function intermediateOf(name: string): Intermediate | undefined {
  for (const [pattern, stage] of STAGES) {
    const stem = pattern.exec(name)?.[1];
    // Modules without a name are called so; others have theirs in its place.
    if (stem?.includes('_') === true) return { stage, stem };
  }
  return undefined;
}

/** Names of files have none of MLIR's other characters. */
const inFileName = (symbol: string): string => symbol.replaceAll(/[^\w-]/g, '_');

/**
 * Whether files of this stem may be of the executable that a function is in: its name begins with that of the executable, which comes
 * after that of the module. Several executables that are linked to one are in files that are named after none of them.
 */
export function mayHave(stem: string, functionName: string): boolean {
  if (/_linked(?:_|$)/.test(stem)) return true;
  const called = inFileName(functionName);
  for (let at = stem.indexOf('_'); at !== -1; at = stem.indexOf('_', at + 1)) {
    const rest = stem.slice(at + 1);
    const dispatch = /^(.*?_dispatch_\d+)(?:_|$)/.exec(rest)?.[1] ?? rest;
    if (called === dispatch || called.startsWith(`${dispatch}_`)) return true;
  }
  return false;
}

/** The line, from 1, where a function begins in a text of this stage; undefined where the text does not have it. */
export function lineOfKernel(text: string, stage: Stage, name: string): number | undefined {
  const symbol = name.replaceAll(/[$.*+?^(){}|[\]\\]/g, '\\$&');
  const end = '(?![\\w$.-])';
  const patterns =
    stage === 'assembly'
      ? [`^"?${symbol}"?:`, `\\.entry\\s+${symbol}${end}`]
      : stage === 'sources' || stage === 'configured'
        ? [`^\\s*(?:func|llvm)\\.func\\b[^@]*@"?${symbol}${end}`, `hal\\.executable\\.export\\b[^@]*@"?${symbol}${end}`]
        : [`^define\\b[^@]*@"?${symbol}${end}`];
  for (const pattern of patterns) {
    const found = new RegExp(pattern, 'm').exec(text);
    if (found !== null) return text.slice(0, found.index + found[0].length).split('\n').length;
  }
  return undefined;
}
