/** What a substitute keeps, in a sentence. */
import type { KeptState } from '../replay/verification';

export function stateSentence({ executable, bytes, place }: KeptState): string {
  const much = `${String(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const where = place === '' ? '' : `, the first at ${place}`;
  return `The substitute of executable ${executable} keeps state: it has changed ${much} of its own data${where}. What it computes may depend on what it was called for before.`;
}
