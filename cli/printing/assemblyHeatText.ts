/** What profile hotspots --assembly prints. */
import type { HeatedFunction } from '../../protocol/jobs/assemblyHeat';
import { count } from './units';

/** One object a line. */
export const assemblyHeatLines = (path: string, functions: readonly HeatedFunction[]): string =>
  functions.map((one) => `${JSON.stringify({ type: 'assembly_function', path, ...one })}\n`).join('');

const percent = (share: number): string => (100 * share).toFixed(1);

type Share = Pick<HeatedFunction, 'samples' | 'share' | 'low' | 'high' | 'tooFew'>;

function shareWords({ samples, share, low, high, tooFew }: Share): string {
  const interval = `[${percent(low)}, ${percent(high)}]`;
  return `${percent(share).padStart(5)} % ${interval.padEnd(12)} ${count(samples, 'sample').padStart(12)}${tooFew ? ' (too few)' : ''}`;
}

export function assemblyHeatText(path: string, functions: readonly HeatedFunction[]): string {
  if (functions.length === 0) return `No function of ${path} has the code or the name of one that has samples.\n`;
  return functions.map((one) => functionText(path, one)).join('\n');
}

function functionText(path: string, { name, line, lines, other, instructions, ...share }: HeatedFunction): string {
  const where = `${path}:${String(line)} ${name}`;
  if (other !== undefined) return `${where}: another version than was sampled: ${other}.\n`;
  const head = `${where}: ${count(instructions, 'instruction')}, each as it was sampled. ${shareWords(share).trim()}`;
  return [head, ...lines.map((one) => `  ${shareWords(one)}  ${String(one.line).padStart(5)}  ${one.text}`), ''].join('\n');
}
