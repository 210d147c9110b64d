/** What torch replay found. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count } from './problem';
import { sampleStatistics } from './statistics';

/** The PyTorch that called the operators. */
export const torchInstallation = v.object({
  /** The Python that has it. */
  python: v.string(),
  /** "2.8.0+cu128". */
  version: v.string(),
  /** As PyTorch names it: "cpu", "cuda:1". */
  device: v.string(),
  /** What the device's driver calls it. */
  deviceName: v.exactOptional(v.string()),
});

/**
 * Why an operation was not replayed:
 * `unknown-argument`: an argument that has to be given is not known;
 * `no-operator`: this PyTorch has no such operator or overload;
 * `other-device`: the operator does not exist on this device;
 * `type`: this PyTorch has no such type, or makes no tensors of it;
 * `memory`: its tensors need more memory than is allowed;
 * `description`: the description contradicts itself;
 * `input`: the given data is not of its argument's shape and type;
 * `refused`: PyTorch refused the arguments;
 * `ended`: the operator ended its process, or failed on the device so that nothing more could be done there;
 * `time-out`: it took too long.
 */
const reason = v.picklist([
  ...(['unknown-argument', 'no-operator', 'other-device', 'type', 'memory', 'description', 'input', 'refused', 'ended'] as const),
  'time-out',
]);

/** What makes an operation the one that it is. */
export const torchReplayed = {
  /** From 1, in the order in which torch ops lists them. */
  number: count,
  /** "aten::addmm". */
  name: v.string(),
  /** With its overload and arguments: "aten::addmm(self=..., ...)". */
  call: v.string(),
  /** Calls in the trace. */
  count,
};

/** Why it was not, with what PyTorch says of it. */
export const torchNotReplayed = v.object({ ...torchReplayed, reason, message: v.string() });

/** Operations of the trace that have no description, and so were not replayed. */
export const torchUndescribed = v.object({ number: count, name: v.string(), count, reason: v.string(), message: v.string() });

export const torchReplayResult = v.object({
  installation: torchInstallation,
  /** Those that were replayed, in the order of the trace. */
  operations: v.array(
    v.object({
      ...torchReplayed,
      /** What was made up where the trace does not tell it: a sentence each. */
      assumed: v.array(v.string()),
      /** Nanoseconds of each call, in order: between events of the device, or on the processor by its clock. */
      samples: v.array(v.number()),
      statistics: sampleStatistics,
      /** Nanoseconds of a call in the trace, in the mean, for it has sums alone; `deviceNs` is of what devices did for it, absent where nothing. */
      trace: v.exactOptional(v.object({ hostNs: v.number(), deviceNs: v.exactOptional(v.number()) })),
      /** How many times as long as in the trace the replay takes: as devices had it, or as the host had it where they did nothing; low, high by the median's interval. */
      timesTrace: v.exactOptional(
        v.object({ of: v.picklist(['device', 'host']), ratio: v.number(), interval: v.tuple([v.number(), v.number()]) }),
      ),
    }),
  ),
  notReplayed: v.array(torchNotReplayed),
  undescribed: v.array(torchUndescribed),
  /** Described operations that were asked for; more than the above where the replay ended at an error. */
  asked: count,
  /** ISO 8601. */
  began: v.string(),
  /** Other work had so much of this machine that the times may not be of the calls alone. */
  disturbed: v.boolean(),
  /** What makes the times less certain, one sentence each. */
  notes: v.array(v.string()),
});

export type TorchInstallation = ResultOf<typeof torchInstallation>;
export type TorchReplayReason = v.InferOutput<typeof reason>;
export type TorchNotReplayed = ResultOf<typeof torchNotReplayed>;
export type TorchNotDescribed = ResultOf<typeof torchUndescribed>;
export type TorchReplayFound = ResultOf<typeof torchReplayResult>;
