/** What depends on where buffers lie, or on memory that nothing wrote, in words. */
import type { DependsOnUnwritten } from '../replay/verification';

/** Where something happened: "with its buffers elsewhere (seed 7)". */
export const withBuffersElsewhere = (seed: number): string => `with its buffers elsewhere (seed ${String(seed)})`;

const WHOSE: Readonly<Record<DependsOnUnwritten['whose'], string>> = {
  original: "The original's results",
  substitute: "The substitute's results",
  capture: 'The results',
  'other-capture': "The other capture's results",
};

/** Without how they differ. */
export const unwrittenSentence = ({ whose }: Pick<DependsOnUnwritten, 'whose'>): string =>
  `${WHOSE[whose]} depend on memory that nothing wrote, or that lies outside of their buffers`;
