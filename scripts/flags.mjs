import { Failed } from './run.mjs';

/** What `--name=` is given; `otherwise` where it is not among the flags. */
export function option(flags, name, otherwise) {
  const prefix = `--${name}=`;
  return flags.find((flag) => flag.startsWith(prefix))?.slice(prefix.length) ?? otherwise;
}

/** A whole number that is given as `--name=N`; throws Failed for what is not one, or is less than `least`. */
export function wholeNumber(flags, name, otherwise, least = 0) {
  const given = option(flags, name, String(otherwise));
  if (!/^\d+$/.test(given) || Number(given) < least)
    throw new Failed(`--${name}=${given} is not a whole number of at least ${String(least)}`);
  return Number(given);
}
