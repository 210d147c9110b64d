/** Samples of two profiles side by side. */
export type {
  ComparedKernel,
  ComparedLine,
  ComparedLoop,
  ComparedLoopPlace,
  ComparedSide,
  HotspotsComparison,
  HotspotsSummary,
  SampledDifference,
} from '../jobs/hotspotsComparison';
