/** Traces of PyTorch's profiler: what is asked of them, and what is in them. */
export type { TorchInfoTold, TorchTable } from '../jobs/torchInfo';
export type { TorchKernelRow, TorchOperationRow, TorchShapeRow, TorchTraceInfo, TorchTreeRow } from '../jobs/torchInfoResult';
