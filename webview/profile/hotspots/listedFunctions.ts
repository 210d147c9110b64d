/** The functions that a kernel's samples are in, as they can be listed: its own, and those that it calls. */
import type { FunctionChoice } from '../../../protocol/code/kernelCode';
import type { SampledBody, SampledKernel, SampledMix, SampledShare } from '../../../protocol/code/hotspots';
import type { U64 } from '../../../protocol/base/u64';
import { counted, grouped } from '../../widgets/numbers';
import { functionKey, kernelKey, type FoundHotspot } from './findHotspot';

/** A function that can be listed, with the samples in it, and not in what it calls. */
export interface ListedFunction extends SampledShare {
  /** No other of the kernel is called so. */
  readonly name: string;
  readonly isOwn: boolean;
  readonly choice: FunctionChoice;
  /** What it is chosen by, as a row of the table. */
  readonly key: string;
  /** Absent where no sample lies in it. */
  readonly mix?: SampledMix;
}

/** The most samples first; its own is there even without samples. */
export function listedFunctions(kernel: SampledKernel): readonly ListedFunction[] {
  const { executable, name, function: ordinal } = kernel;
  const own: ListedFunction = {
    ...{ name, isOwn: true, choice: { executable, ordinal }, key: kernelKey(kernel) },
    ...sampledPart(ownBody(kernel) ?? NO_SAMPLES),
  };
  const called = calledFunctions(kernel);
  const names = [name, ...called.map((one) => one.name)];
  return [
    own,
    ...called.map((one): ListedFunction => {
      const { address } = one;
      const isAmbiguous = names.filter((other) => other === one.name).length > 1;
      return {
        name: isAmbiguous ? `${one.name} at 0x${BigInt(address).toString(16)}` : one.name,
        ...{ isOwn: false, choice: { executable, address }, key: functionKey(kernel, { address }) },
        ...sampledPart(one),
      };
    }),
  ].sort((a, b) => b.samples - a.samples);
}

/** The one that a row of the table is in; the kernel's own where that cannot be told or listed. */
export function functionOfRow(found: FoundHotspot, functions: readonly ListedFunction[]): ListedFunction | undefined {
  const address = functionAddress(found);
  const key = address === undefined ? undefined : functionKey(found.kernel, { address });
  return functions.find((one) => one.key === key) ?? functions.find(({ isOwn }) => isOwn);
}

/** Whether the listing of one of them has what a row is about: code of no known function has none. */
export function isListed(found: FoundHotspot): boolean {
  const { kernel, what } = found;
  const address = functionAddress(found);
  // Without the kernel's machine code the listing says so, under its name.
  if (address === undefined || kernel.address === undefined) return what !== 'function' && what !== 'instruction';
  return address === kernel.address || calledFunctions(kernel).some((one) => one.address === address);
}

/** Samples of a kernel that are not in its own function: a sentence, and where most of them are, if that can be listed. */
export interface SamplesElsewhere {
  readonly sentence: string;
  readonly most?: ListedFunction;
}

export function samplesElsewhere(kernel: SampledKernel, functions: readonly ListedFunction[]): readonly SamplesElsewhere[] {
  const most = functions.find(({ isOwn }) => !isOwn);
  const inCalled = sum(functions.filter(({ isOwn }) => !isOwn));
  const inUnnamed = sum(kernel.bodies.filter((body) => body.name === '' && body !== ownBody(kernel)));
  // In libraries, or in the engine as it calls the kernel.
  const outside = kernel.samples - sum(kernel.bodies);
  const ofAll = (samples: number): string => `${counted(samples, 'sample')} of its ${grouped(kernel.samples)} ${lie(samples)}`;
  const elsewhere: SamplesElsewhere[] = [];
  if (inCalled > 0 && most !== undefined)
    elsewhere.push({ sentence: `${ofAll(inCalled)} in functions that it calls: they count in its loops.`, most });
  if (inUnnamed > 0 && inCalled === 0)
    elsewhere.push({
      sentence: `${ofAll(inUnnamed)} in functions that it calls: they count in its loops, and their instructions are in the table.`,
    });
  if (inUnnamed > 0 && inCalled > 0)
    elsewhere.push({ sentence: `${counted(inUnnamed, 'sample')} ${lie(inUnnamed)} in code of no known function: the table has it.` });
  if (outside > 0) elsewhere.push({ sentence: `${ofAll(outside)} outside of its executable, in code that the profile does not have.` });
  return elsewhere;
}

const sampledPart = ({
  samples,
  share,
  low,
  high,
  tooFew,
  mix,
}: SampledShare & Pick<SampledBody, 'mix'>): Omit<ListedFunction, 'name' | 'isOwn' | 'choice' | 'key'> => ({
  samples,
  share,
  low,
  high,
  tooFew,
  ...(mix === undefined ? {} : { mix }),
});

const NO_SAMPLES: SampledShare = { samples: 0, share: 0, low: 0, high: 0, tooFew: true };

const ownBody = ({ address, bodies }: SampledKernel): SampledBody | undefined => bodies.find((body) => body.address === address);

type CalledFunction = Omit<SampledBody, 'bytes'>;

/** Those with a name: where other code begins is not known. None where it is not known which function is the kernel's own. */
function calledFunctions({ address: own, bodies, loops }: SampledKernel): readonly CalledFunction[] {
  if (own === undefined) return [];
  const called = new Map<U64, CalledFunction>();
  for (const body of bodies) called.set(body.address, body);
  // One may have no samples but those of what it calls in a loop.
  for (const { function: name, functionAddress: address, samples } of loops)
    if (samples > 0 && !called.has(address)) called.set(address, { name, address, ...NO_SAMPLES });
  return [...called.values()].filter(({ name, address }) => name !== '' && address !== own);
}

/** Where the function begins that a row is in, as far as that is known. */
function functionAddress(found: FoundHotspot): U64 | undefined {
  const { bodies } = found.kernel;
  switch (found.what) {
    case 'kernel':
      return undefined;
    case 'loop':
      return found.loop.functionAddress;
    case 'line':
      return bodies
        .map((body) => ({ address: body.address, samples: sum(found.line.instructions.filter(({ address }) => isIn(body, address))) }))
        .filter(({ samples }) => samples > 0)
        .sort((a, b) => b.samples - a.samples)[0]?.address;
    case 'function':
      return found.address;
    case 'instruction':
      return bodies.find((body) => isIn(body, found.address))?.address;
  }
}

const isIn = ({ address: begin, bytes }: SampledBody, address: U64): boolean =>
  BigInt(address) >= BigInt(begin) && BigInt(address) < BigInt(begin) + BigInt(bytes);

const sum = (shares: readonly SampledShare[]): number => shares.reduce((all, { samples }) => all + samples, 0);

const lie = (samples: number): string => (samples === 1 ? 'lies' : 'lie');
