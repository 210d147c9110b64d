/** Captures made of others without executing them. */
import { packCapture, repairCapture, unpackCapture } from '../addon/sharing';
import type { Work } from './work';

/** The jobs of it: each writes what its options say. */
export const sharing: { readonly [Job in 'pack' | 'unpack' | 'repair']: Work<Job> } = {
  pack: (options, _, signal) => packCapture(options, signal),
  unpack: (options, _, signal) => unpackCapture(options, signal),
  repair: (options, _, signal) => repairCapture(options, signal),
};
