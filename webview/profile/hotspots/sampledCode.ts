/** The samples of a kernel by the addresses of the machine code that it runs. */
import type { SampledInstruction, SampledKernel, SampledLoop, SampledShare } from '../../../protocol/code/hotspots';

export interface SampledCode {
  /** By its address: hexadecimal, without 0x. */
  instruction(address: string): SampledInstruction | undefined;
  /** By the address that its iterations begin at. */
  loop(address: string): SampledLoop | undefined;
  /** From 0 to 1, of the instruction that has the most samples; 0 of what could be chance. */
  heat(instruction: SampledShare): number;
}

export function sampledCode({ lines, functions, loops }: SampledKernel): SampledCode {
  const hex = (address: string): string => BigInt(address).toString(16);
  const all = [...lines, ...functions].flatMap(({ instructions }) => instructions);
  const byAddress = new Map(all.map((one) => [hex(one.address), one]));
  const loopsByAddress = new Map(loops.map((one) => [hex(one.address), one]));
  const most = Math.max(...all.map(({ tooFew, share }) => (tooFew ? 0 : share)), 0);
  return {
    instruction: (address) => byAddress.get(address),
    loop: (address) => loopsByAddress.get(address),
    heat: ({ share, tooFew }) => (tooFew || most === 0 ? 0 : Math.min(1, share / most)),
  };
}
