/** The samples of a kernel by the addresses of its machine code, and what is to be said of them beside it. */
import type { ListingHead } from '../../../protocol/kernelCode';
import type { SampledInstruction, SampledKernel, SampledLoop, SampledShare } from '../../../protocol/profile';
import { counted, grouped } from '../../widgets/numbers';

export interface SampledCode {
  /** By its address: hexadecimal, without 0x. */
  instruction(address: string): SampledInstruction | undefined;
  /** By the address that its iterations begin at. */
  loop(address: string): SampledLoop | undefined;
  /** From 0 to 1, of the instruction that has the most samples; 0 of what could be chance. */
  heat(instruction: SampledShare): number;
  /** Samples that are not in the function itself: a sentence. */
  elsewhere(head: ListingHead): string | undefined;
}

export function sampledCode({ samples, lines, functions, loops }: SampledKernel): SampledCode {
  const hex = (address: string): string => BigInt(address).toString(16);
  const all = [...lines, ...functions].flatMap(({ instructions }) => instructions);
  const byAddress = new Map(all.map((one) => [hex(one.address), one]));
  const loopsByAddress = new Map(loops.map((one) => [hex(one.address), one]));
  const most = Math.max(...all.map(({ tooFew, share }) => (tooFew ? 0 : share)), 0);
  return {
    instruction: (address) => byAddress.get(address),
    loop: (address) => loopsByAddress.get(address),
    heat: ({ share, tooFew }) => (tooFew || most === 0 ? 0 : Math.min(1, share / most)),
    elsewhere({ address, bytes }) {
      if (address === undefined || bytes === undefined) return undefined;
      const begin = BigInt(`0x${address}`);
      const own = all
        .filter((one) => BigInt(one.address) >= begin && BigInt(one.address) < begin + BigInt(bytes))
        .reduce((sum, one) => sum + one.samples, 0);
      if (own >= samples) return undefined;
      const others = samples - own;
      return `${counted(others, 'sample')} of its ${grouped(samples)} ${others === 1 ? 'lies' : 'lie'} in functions that it calls: they count in its loops, and their instructions are in the table.`;
    },
  };
}
