/** What every replay by the installed LLVM is told. */
import * as v from 'valibot';
import { tolerance } from './comparison';
import { ELEMENT_TYPES } from './elementType';
import { option } from './option';
import { aboveZero, millisecondsText, notSeconds, wholeNumber } from './texts';

export const llvmReplayOptions = {
  capture: v.string(),
  tool: v.exactOptional(
    option(v.string(), {
      flag: 'tool',
      placeholder: 'PATH',
      description:
        "LLVM's llvm-omp-kernel-replay, or a folder that contains it; by default the first in LLVM_PATH, LLVM_HOME, LLVM_ROOT, PATH and /usr/lib/llvm-*/bin, the newest first.",
    }),
  ),
  deviceId: v.exactOptional(
    option(wholeNumber(0, 1_000_000), {
      flag: 'device_id',
      placeholder: 'N',
      description: "LLVM's number of the device to replay on; the recorded one by default.",
    }),
  ),
  type: v.exactOptional(
    option(v.picklist(ELEMENT_TYPES), {
      flag: 'type',
      placeholder: 'f32|f64|i32|...',
      description: `What memory that differs is compared as, within --absolute, --relative or --ulp: ${ELEMENT_TYPES.join(' ')}. Without it memory must be the same, bit for bit.`,
    }),
  ),
  tolerance: v.exactOptional(tolerance, {}),
  /** Milliseconds. */
  timeoutMs: v.exactOptional(
    option(aboveZero, {
      flag: 'timeout',
      placeholder: 'SECONDS',
      description: 'Ends the tool when it runs longer than this; 600 by default.',
      ...millisecondsText,
      wrong: notSeconds('timeout'),
    }),
    600_000,
  ),
} as const;

interface Typed {
  readonly type?: unknown;
  readonly tolerance: { readonly absolute: number; readonly relative: number; readonly ulp: number };
}

/** Why a tolerance makes no sense. */
export const toleranceOfNothing = ({ type, tolerance: { absolute, relative, ulp } }: Typed): string | undefined =>
  type === undefined && (absolute > 0 || relative > 0 || ulp > 0) ? 'a tolerance is of elements: say their type with --type' : undefined;
