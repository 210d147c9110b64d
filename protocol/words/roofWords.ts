/** How the roof of a machine is said, everywhere. */
import type { Machine, Peak, Roof } from '../measurement/roof';
import type { ProfileLaunches } from '../measurement/roofline';

const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P'];

/** "12.3 GB/s": three digits, and decimal prefixes as for all rates. */
export function rateWords(aSecond: number, unit: 'B' | 'op'): string {
  let value = aSecond;
  let prefix = 0;
  // What three digits would say as 1000 is said with the next prefix.
  while (value >= 999.5 && prefix < PREFIXES.length - 1) {
    value /= 1000;
    prefix++;
  }
  const digits = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${value.toFixed(digits)} ${PREFIXES[prefix] ?? ''}${unit}/s`;
}

/** What a rate is where it may be not known. */
export const rateOrUnknown = (aSecond: number | undefined, unit: 'B' | 'op'): string =>
  aSecond === undefined ? 'not known' : rateWords(aSecond, unit);

/** "L2", "memory". */
export const levelWords = (level: number): string => (level === 0 ? 'memory' : `L${String(level)}`);

const KINDS: Readonly<Record<string, string>> = { read: 'reading', copy: 'copying', 'streaming copy': 'copying past the caches' };

/** "reading", "copying": what moves bytes. */
export const kindWords = (kind: string): string => KINDS[kind] ?? kind;

/** "256 bits", "one value". */
export const widthWords = ({ bits }: Pick<Peak, 'bits'>): string => (bits === 0 ? 'one value' : `${String(bits)} bits`);

/** "2 processors". */
export const processorWords = ({ processors }: Pick<Machine, 'processors'>): string =>
  `${String(processors)} ${processors === 1 ? 'processor' : 'processors'}`;

/** What bytes of a dispatch are, one sentence. */
export const BOUND = 'Bytes are all that is bound to a dispatch: it may touch less, and may go through some of it more than once.';

/** What is to be thought of when dispatches of a profile are read beside a roof, one sentence each. */
export function besideRoof(roof: Roof, { workers, processor, onDevices }: Omit<ProfileLaunches, 'launches'>): readonly string[] {
  return [
    BOUND,
    processor === undefined
      ? 'The roof is that of this machine, whichever one the profile was recorded on: that is not in it.'
      : `The roof is that of this machine; the profile was recorded on ${processor}.`,
    ...(workers === undefined ? ['How many threads replayed is not known: the roof is that of all.'] : []),
    ...(workers !== undefined && workers > 1 && workers !== roof.threads
      ? [`${String(workers)} threads replayed; the roof is that of ${String(roof.threads)}.`]
      : []),
    ...(onDevices > 0 ? [`Nothing is said of what a device timed itself (dispatches: ${String(onDevices)}): its roof is not known.`] : []),
  ];
}
