/** What torch extract wrote. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count } from './problem';
import { torchInstallation, torchNotReplayed, torchReplayed, torchUndescribed } from './torchReplayResult';

export const torchExtractResult = v.object({
  /** The folder or the zip. */
  output: v.string(),
  operations: v.array(v.object(torchReplayed)),
  /** Meant as well, but without a description: not in it. */
  undescribed: v.array(torchUndescribed),
  /** Of --expected. */
  expected: v.exactOptional(
    v.object({
      installation: torchInstallation,
      /** Operations all of whose results are in it. */
      whole: count,
      /** Results that are left out, with the reason. */
      leftOut: v.array(v.object({ number: count, name: v.string(), result: v.string(), why: v.string() })),
      /** Operations that were not replayed here, and so have no results in it; their descriptions are. */
      notReplayed: v.array(torchNotReplayed),
    }),
  ),
});

export type TorchExtracted = ResultOf<typeof torchExtractResult>;
