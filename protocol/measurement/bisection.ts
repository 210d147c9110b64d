/** The search for the first of a series that is not as the first one. */
export type { BisectBy, BisectOptions, BisectProgress, BisectResult, BisectTest, BisectTold } from '../jobs/bisect';
