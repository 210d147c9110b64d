/** Samples in what compilers make of a kernel on its way: in lines of assembly that is what was sampled, and of other stages in the whole kernel. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { assemblyHeat, type SampledCode } from '../../engine/jobs/assemblyHeat';
import type { Sampled, SampledKernel, SampledLine } from '../../engine/jobs/sampledLines';
import { intermediateOf, lineOfKernel } from '../../engine/kernels/intermediates';
import type { PlacedLine } from '../../protocol/processes/languageServer';

export interface StageLine extends Pick<PlacedLine, 'line' | 'doubt'> {
  /** By kernel where it is a line that the compiler has named. */
  readonly sampled: Sampled & Partial<Pick<SampledLine, 'kernels'>>;
  /** In which of its lines they lie is not known. */
  readonly isKernel?: true;
}

export const isAssembly = (file: string): boolean => /\.s$/i.test(file);

/** Whether iree-compile gives a file such a name, and not that of assembly. */
export const isStage = (file: string): boolean => !isAssembly(file) && intermediateOf(path.basename(file)) !== undefined;

/** Lines of functions that are what was sampled, with what of it; of those that are another version the first line, with why. */
export function assemblyLines<Code extends SampledCode>(
  text: string,
  sampled: readonly Code[],
): readonly (StageLine & { readonly of: Code })[] {
  return assemblyHeat(text, sampled).flatMap(
    ({ heat: { line, lines, other, ...share }, of }): readonly (StageLine & { readonly of: Code })[] => {
      if (other === undefined) return lines.map((one) => ({ line: one.line - 1, sampled: one, of }));
      const words = vscode.l10n.t('another version');
      const sentence = vscode.l10n.t('not the version that was sampled: {0}', other);
      return [{ line: line - 1, sampled: share, isKernel: true, doubt: { words, sentence, changed: false }, of }];
    },
  );
}

/** Kernels that the text of another stage has, each at its first line. */
export function kernelLines(
  file: string,
  text: string,
  kernels: readonly SampledKernel[],
): readonly (StageLine & { readonly kernel: SampledKernel })[] {
  const stage = intermediateOf(path.basename(file))?.stage;
  return kernels.flatMap((kernel) => {
    const line = stage === undefined ? undefined : lineOfKernel(text, stage, kernel.name);
    return line === undefined ? [] : [{ line: line - 1, sampled: kernel, isKernel: true, kernel }];
  });
}
