/** How many samples it takes until their shares say something. */

/** 97.5 % of a standard normal distribution lie below it. */
const Z = 1.959963984540054;

/** To within how much each share of all samples is known, from 0 to 1, with 95 % confidence: Wilson's interval (1927) of a half, the widest. */
export const shareWithin = (samples: number): number => Z / 2 / Math.sqrt(samples + Z * Z);

/** A share that is known to within this is narrow. */
export const NARROW = 0.03;

/** After so many no share is known less well. */
export const ENOUGH_SAMPLES = Math.ceil((Z / 2 / NARROW) ** 2 - Z * Z);
