/** profile hotspots --assembly: samples in the lines of assembly, where that is the code that was sampled. */
import type { AssemblyLine, HeatedFunction } from '../../protocol/jobs/assemblyHeat';
import { isRecord } from '../../protocol/base/isRecord';
import { assemblyFunctions, sameCode, type AssemblyFunction, type OtherCode } from '../kernels/assemblyText';
import { orWithoutSamples } from '../rendering/hotspots';
import { reportText } from './reportText';

type Share = Pick<AssemblyLine, 'samples' | 'share' | 'low' | 'high' | 'isHot' | 'tooFew'>;

/** A function that samples lie in, with all its instructions. */
export interface SampledCode extends Share {
  readonly name: string;
  readonly instructions: readonly (Share & { readonly text: string })[];
}

/** The most samples first; none of a profile without samples. Rejects as reportProfile() does. */
export async function sampledCode(profile: string, filter = '*', signal?: AbortSignal): Promise<readonly SampledCode[]> {
  const rows = await orWithoutSamples(reportText(profile, 'disassembly', true, signal, filter), '');
  return rows.split('\n').flatMap(sampledCodeOf);
}

function sampledCodeOf(row: string): readonly SampledCode[] {
  const value: unknown = row === '' ? undefined : JSON.parse(row);
  if (!isRecord(value) || typeof value['name'] !== 'string' || !Array.isArray(value['instructions'])) return [];
  const instructions = value['instructions']
    .filter(isRecord)
    .map((one) => ({ text: typeof one['text'] === 'string' ? one['text'] : '', ...shareOf(one) }));
  return [{ name: value['name'], ...shareOf(value), instructions }];
}

const shareOf = (row: Readonly<Record<string, unknown>>): Share => ({
  samples: Number(row['samples']),
  share: Number(row['share']),
  low: Number(row['share_low']),
  high: Number(row['share_high']),
  isHot: row['is_hot'] === true,
  tooFew: row['too_few'] === true,
});

/** What is known of a function, and of which sampled one. */
export interface Heated<Code extends SampledCode> {
  readonly heat: HeatedFunction;
  readonly of: Code;
}

/**
 * What is known of each function of `text` that has the code or the name of a sampled one. Where several functions have that code, and none
 * of them the name, it is not known which of them was sampled: then none is told of.
 */
export function assemblyHeat<Code extends SampledCode>(text: string, sampled: readonly Code[]): readonly Heated<Code>[] {
  const functions = assemblyFunctions(text);
  const heated = new Map<AssemblyFunction, Heated<Code>>();
  for (const code of sampled) {
    const decoded = code.instructions.map((one) => one.text);
    const held = functions.map((written) => ({ written, found: sameCode(written, decoded) }));
    const named = held.find(({ written }) => written.name === code.name);
    const same = held.filter(({ found }) => 'lines' in found);
    const meant = named !== undefined && (same.includes(named) || same.length === 0) ? named : same.length === 1 ? same[0] : undefined;
    if (meant === undefined) continue;
    const { written, found } = meant;
    const known = heated.get(written);
    const lines = 'lines' in found ? linesOf(written, found.lines, code) : undefined;
    // Of two that are alike the first says it: it has more samples.
    if (known !== undefined && (lines === undefined || known.heat.other === undefined)) continue;
    const { samples, share, low, high, isHot, tooFew, instructions } = code;
    const about = { name: written.name, line: written.line, samples, share, low, high, isHot, tooFew, instructions: instructions.length };
    const other = 'lines' in found ? {} : { other: otherWords(found) };
    heated.set(written, { heat: { ...about, lines: lines ?? [], ...other }, of: code });
  }
  return [...heated.values()];
}

function linesOf({ instructions }: AssemblyFunction, lines: readonly (number | undefined)[], code: SampledCode): readonly AssemblyLine[] {
  const texts = new Map(instructions.map(({ line, text }) => [line, text]));
  return code.instructions.flatMap(({ samples, share, low, high, isHot, tooFew }, at) => {
    const line = lines[at];
    return line === undefined || samples === 0 ? [] : [{ line, text: texts.get(line) ?? '', samples, share, low, high, isHot, tooFew }];
  });
}

function otherWords({ written, decoded }: OtherCode): string {
  if (written === undefined) return `it ends where the code that was sampled goes on with "${decoded ?? ''}"`;
  if (decoded === undefined) return `line ${String(written.line)} goes on with "${written.text}" where the code that was sampled ends`;
  return `line ${String(written.line)} is "${written.text}" where "${decoded}" was sampled`;
}
