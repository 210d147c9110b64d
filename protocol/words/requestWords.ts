/** What a substitute asks the machine for, in words. */
import type { MachineRequest } from '../replay/verification';

const DOES: Readonly<Record<MachineRequest['kind'], string>> = {
  clock: 'reads a clock',
  counter: 'reads a counter',
  random: 'takes random numbers',
  'system-call': 'calls the system',
  thread: 'starts threads',
};

/** "reads a clock (rdtsc at product+0x10 of executable 4)". */
export const requestWords = ({ kind, what, place, executable }: MachineRequest): string =>
  `${DOES[kind]} (${what}${place === '' ? '' : ` at ${place}`} of executable ${executable})`;

/** "It reads a clock (...), and takes random numbers (...)."; nothing for none. */
export function requestsSentence(asks: readonly MachineRequest[]): string | undefined {
  if (asks.length === 0) return undefined;
  return `It ${asks.map(requestWords).join(', and ')}.`;
}
