/** The most that a machine computes and moves in a second. */
import type { OptionsOf, ToldOf } from '../jobs/option';
import type { roof } from '../jobs/roof';

export type { Bandwidth, Machine, MeasuredRates, Peak, Roof } from '../jobs/roofResult';

/** What is asked of the job. */
export type RoofOptions = OptionsOf<typeof roof.options>;
/** The same with its defaults. */
export type RoofTold = ToldOf<typeof roof.options>;
