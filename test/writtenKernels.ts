/** Sources of kernels that small.ireereplay calls, with code of ours in them. */
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { fixture } from './programs';

export interface WrittenKernels {
  readonly file: string;
  /** The line that ends with "// MARK", from 1. */
  readonly line: (mark: string) => number;
}

/** Writes `kernels`, which are functions `elementwise` and `spin`, into a source in a folder. */
export function writeKernels(folder: string, name: string, kernels: string): WrittenKernels {
  const elementwise = readFileSync(fixture('kernels/elementwise.c'), 'utf8');
  const before = elementwise.slice(0, elementwise.indexOf('// out[i] = lhs[i] OP rhs[i]'));
  const source = before + kernels + elementwise.slice(elementwise.indexOf('static const Header header'));
  const file = path.join(folder, name);
  writeFileSync(file, source);
  const lines = source.split('\n');
  return { file, line: (mark) => lines.findIndex((text) => text.endsWith(`// ${mark}`)) + 1 };
}
