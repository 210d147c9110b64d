/** What of a capture a device can run, as far as the formats of its executables tell. */
import type { ExecutableSummary } from '../../protocol/capture/capture';
import { RUNS, type EngineName, type ReplaySettings } from '../../protocol/replay/replay';

/** Formats by driver, as IREE's devices name them: hal/local/loaders/, hal/drivers/<driver>/. */
const BY_IREE: Readonly<Record<string, RegExp>> = {
  'local-sync': /^(embedded-elf|system-|vmvx-)/,
  'local-task': /^(embedded-elf|system-|vmvx-)/,
  vulkan: /^vulkan-spirv-/,
  cuda: /^cuda-nvptx-/,
  hip: /^(rocm-hsaco-|amdgcn-)/,
  amdgpu: /^(rocm-hsaco-|amdgcn-)/,
  metal: /^metal-/,
};
/** Those of hal/local/loaders/ that the native engine has. */
const BY_US = /^(embedded-elf|system-)/;

const driverOf = (device: string): string => /^[\w-]+/.exec(device)?.[0] ?? device;

/** RUNS, "cannot run vulkan-spirv-fb"; nothing where the driver is not known. */
export function runnable(engine: EngineName, device: string, executables: readonly Pick<ExecutableSummary, 'format'>[]): string {
  const takes = engine === 'native' ? BY_US : BY_IREE[driverOf(device)];
  if (takes === undefined) return '';
  if (executables.length === 0) return 'the capture has no executables';
  const others = [...new Set(executables.map(({ format }) => format))].filter((format) => !takes.test(format));
  return others.length === 0 ? RUNS : `cannot run ${others.join(', ')}`;
}

/** The one device that runs the executables where the chosen one cannot; undefined where none, or more than one, does. */
export function onlyRunnable<Device extends Pick<ReplaySettings, 'engine' | 'device'>>(
  chosen: Pick<ReplaySettings, 'engine' | 'device'>,
  devices: readonly Device[],
  executables: readonly Pick<ExecutableSummary, 'format'>[],
): Device | undefined {
  if (!runnable(chosen.engine, chosen.device, executables).startsWith('cannot')) return undefined;
  const [only, ...others] = devices.filter(({ engine, device }) => runnable(engine, device, executables) === RUNS);
  return others.length === 0 ? only : undefined;
}
