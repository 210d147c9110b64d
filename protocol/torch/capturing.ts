/** An operation of PyTorch as a capture: what is asked, and what came of it. */
export type { TorchCaptureOptions, TorchCaptureProgress, TorchCaptureTold } from '../jobs/torchCapture';
export type { TorchCaptured, TorchComparedResult } from '../jobs/torchCaptureResult';
