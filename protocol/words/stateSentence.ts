/** What a substitute leaves behind besides results, in words. */
import type { KeptState } from '../replay/verification';

const WORDS: Readonly<Record<KeptState['kind'], string>> = {
  data: 'keeps state',
  outside: 'writes outside of its buffers',
  control: 'changes how its thread computes',
};

/** What it does, without saying who: of a run that was kept before there were kinds, that it keeps state. */
export const stateWords = (kept: KeptState | undefined): string => WORDS[kept?.kind ?? 'data'];

/** The same with what was found, in two sentences. */
export function stateSentence({ kind, executable, bytes, place }: KeptState): string {
  const who = executable === undefined ? 'A substitute' : `The substitute of executable ${executable}`;
  const where = place === '' ? '' : `, the first at ${place}`;
  const much = `${String(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const said = `${who} ${WORDS[kind]}`;
  switch (kind) {
    case 'data':
      return `${said}: it has changed ${much} of its own data${where}. What it computes may depend on what it was called for before.`;
    case 'outside':
      return `${said}: ${much} outside of all buffers hold something else${place === '' ? '' : `, the first ${place}`}. They may be another's.`;
    case 'control':
      return `${said}: rounding, denormals or traps of floating-point arithmetic are not as it found them. Whoever computes on that thread next gets other results.`;
  }
}
