/** Traces of PyTorch's profiler: what is asked of them, and what is in them. */
import type { TorchTraceInfo } from '../jobs/torchInfoResult';
import type { TorchOperation } from '../torch/operation';
export type { TorchInfoTold, TorchTable } from '../jobs/torchInfo';
export type { TorchKernelRow, TorchOperationRow, TorchShapeRow, TorchTraceInfo, TorchTreeRow } from '../jobs/torchInfoResult';

/** The operations of a trace. */
export interface TorchOperationsFound {
  /** Different by name, shapes, types, strides and values, in the order of their first calls. */
  readonly operations: readonly TorchOperation[];
  /** Calls that the trace has without shapes or types. */
  readonly withoutShapes: number;
  /** What of the trace could not be read. */
  readonly problems: TorchTraceInfo['problems'];
}
