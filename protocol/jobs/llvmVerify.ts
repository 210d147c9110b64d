/** llvm verify: whether a recorded OpenMP kernel still does what it did. */
import * as v from 'valibot';
import { tolerance } from './comparison';
import { ELEMENT_TYPES } from './elementType';
import { format } from './format';
import { job } from './job';
import { option, type ToldOf } from './option';
import { aboveZero, millisecondsText, notSeconds, wholeNumber } from './texts';

const options = v.object({
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
      description: 'Ends a replay that takes longer than this; 600 by default.',
      ...millisecondsText,
      wrong: notSeconds('timeout'),
    }),
    600_000,
  ),
});

export const llvmVerify = job({
  name: 'llvm verify',
  file: 'recording',
  summary: 'replay a recorded OpenMP kernel with the installed LLVM, and compare memory with what was recorded',
  description:
    "Has LLVM's own llvm-omp-kernel-replay execute the recorded kernel on a device, and compares the memory that it leaves with what the recorded\n" +
    'launch left: bit for bit, or within a tolerance as elements of --type. The tool runs in a folder of its own, so that nothing beside the\n' +
    'recording is changed. The exit status is 0 only if memory agrees; where the tool fails it is said why.',
  examples: ['saxpy.json', '--type=f32 --ulp=4 saxpy.json', '--tool=/usr/lib/llvm-19 --device_id=1 --timeout=30 saxpy.json'],
  options,
  output: v.object({ format: format(['text', 'json']) }),
  result: async () => (await import('./llvmVerifyResult')).llvmVerifyResult,
  contradiction: ({ type, tolerance: { absolute, relative, ulp } }) =>
    type === undefined && (absolute > 0 || relative > 0 || ulp > 0) ? 'a tolerance is of elements: say their type with --type' : undefined,
});

export type LlvmVerifyTold = ToldOf<typeof options>;
