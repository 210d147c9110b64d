/** Descriptions of operations of PyTorch: what replays them, and what is shown of them. */
export type {
  DescribedTorchOperation,
  TorchArgument,
  TorchDescription,
  TorchInitialization,
  TorchOps,
  TorchTensor,
  TorchUndescribed,
  TorchUnknown,
  TorchValue,
} from '../jobs/torchOpsResult';
