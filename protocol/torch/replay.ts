/** Operations of PyTorch's traces, called again. */
import type { OptionsOf } from '../jobs/option';
import type { torchCompare } from '../jobs/torchCompare';
import type { torchExtract } from '../jobs/torchExtract';
import type { torchReplay } from '../jobs/torchReplay';
export type { TorchReplayTold } from '../jobs/torchReplay';
export type {
  TorchInstallation,
  TorchNotDescribed,
  TorchNotReplayed,
  TorchReplayFound,
  TorchReplayReason,
} from '../jobs/torchReplayResult';

export type TorchReplayOptions = OptionsOf<typeof torchReplay.options>;

/** How far a job is that goes through operations. */
export interface TorchProgress {
  readonly done: number;
  readonly of: number;
}

export type { TorchExtractTold } from '../jobs/torchExtract';
export type { TorchExtracted } from '../jobs/torchExtractResult';

export type TorchExtractOptions = OptionsOf<typeof torchExtract.options>;

export type { TorchCompareTold } from '../jobs/torchCompare';
export type { TorchComparison, TorchReplaysCompared, TorchTracesCompared } from '../jobs/torchCompareResult';

export type TorchCompareOptions = OptionsOf<typeof torchCompare.options>;
