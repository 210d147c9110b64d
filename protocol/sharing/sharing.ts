/** Captures made fit to share: what is asked, and what was made. */
export type { ExtractOptions, ExtractResult, ExtractTold } from '../jobs/extract';
export type { PackOptions, PackResult, PackTold } from '../jobs/pack';
export type { ReduceOptions, ReduceProgress, ReduceResult, ReduceTold } from '../jobs/reduce';
export type { RepairOptions, RepairResult, RepairTold } from '../jobs/repair';
export type { UnpackOptions, UnpackTold } from '../jobs/unpack';
