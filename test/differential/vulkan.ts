/** A Vulkan device: a real one, or else the one in software that a browser brings. */
import * as path from 'node:path';
import { iree } from './ireeTools';

const hasVulkan = (): boolean => iree('iree-run-module', ['--list_devices=vulkan']).stdout.toString().includes('vulkan://');

/** Whether there is one. From here on programs that are started find it. */
export function findVulkan(): boolean {
  const browser = process.env['SOFTWARE_VULKAN'];
  if (hasVulkan() || browser === undefined) return hasVulkan();
  Object.assign(process.env, { VK_DRIVER_FILES: path.join(browser, 'vk_swiftshader_icd.json'), LD_LIBRARY_PATH: browser });
  return hasVulkan();
}

/** Of iree-compile, for whatever Vulkan there is. */
export const VULKAN_FLAGS: readonly string[] = ['--iree-hal-target-device=vulkan', '--iree-vulkan-target=vp_android_baseline_2022'];
