/** What a hover says of a kernel. */
import type { FunctionFact } from '../captures/captureFacts';

/** In Markdown. */
export function functionWords({ name, ordinal, executable, launches, workgroups, locations }: FunctionFact): string {
  const said = [`**${name.replaceAll(/([*_`\\[\]<>$])/g, '\\$1')}**`, `function ${String(ordinal)} of executable ${executable}`];
  if (launches !== undefined) said.push(`executed ${launches === '1' ? 'once' : `${launches} times`}, ${workgroups ?? '?'} workgroups`);
  const [first] = locations;
  if (first !== undefined) said.push(`compiled from ${first.path}:${String(first.line)}`);
  return said.join('  \n');
}
