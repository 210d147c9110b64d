/** What a hover says of a kernel. */
import type { FunctionFact } from '../captures/captureFacts';

const counted = (count: string, unit: string): string => `${count} ${unit}${count === '1' ? '' : 's'}`;

/** In Markdown. */
export function functionWords({ name, ordinal, executable, locations, ...use }: FunctionFact): string {
  const said = [`**${name.replaceAll(/([*_`\\[\]<>$])/g, '\\$1')}**`, `function ${String(ordinal)} of executable ${executable}`];
  const { dispatches, launches, workgroups, grid, abi } = use;
  if (dispatches !== undefined && launches !== undefined) {
    const executed = launches === '1' ? 'executed once' : `executed ${launches} times`;
    const size = grid === undefined ? '' : ` (${grid.join(' × ')}${launches === '1' ? '' : ' each'})`;
    const recorded = dispatches === '1' ? 'one dispatch' : `${dispatches} dispatches`;
    said.push(`${recorded}, ${executed}, ${workgroups ?? '?'} workgroups${size}`);
  }
  if (abi !== undefined) said.push(`${counted(String(abi.bindings), 'binding')}, ${counted(String(abi.constants), 'constant')} of 32 bits`);
  const [first] = locations;
  if (first !== undefined) said.push(`compiled from ${first.path}:${String(first.line)}`);
  return said.join('  \n');
}
