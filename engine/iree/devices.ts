/** The devices that the user's IREE has, by the names of their makers. */
import { runIree, type IreeTools } from './tools';

/** A device of an installation. */
export interface IreeDevice {
  /** What --device takes: "local-task://", "vulkan://00000000-0000-0000-0000-000000000000". */
  readonly uri: string;
  /** What its driver calls it, such as "NVIDIA H200"; absent where it has no name but "default". */
  readonly name?: string;
}

/** IREE's local devices are all called so. */
const NO_NAME: readonly string[] = ['', 'default'];

/**
 * What --dump_devices prints of each device (iree/tooling/device_util.c): a line with its flag, one with its name, and what the driver
 * says of it, which is left alone.
 */
export function parseDevices(dump: string): readonly IreeDevice[] {
  return [...dump.matchAll(/^# --device=(\S+)\n(?:#[ \t]*(.*))?$/gm)].map(([, uri = '', name = '']) => ({
    uri,
    ...(NO_NAME.includes(name.trim()) ? {} : { name: name.trim() }),
  }));
}

/** The devices that the installation finds on this machine. Rejects with what its program says where it finds none. */
export async function listDevices(tools: IreeTools, signal?: AbortSignal): Promise<readonly IreeDevice[]> {
  const { stdout, stderr, status } = await runIree(tools, 'iree-run-replay', ['--dump_devices'], {
    timeoutMs: 20_000,
    ...(signal === undefined ? {} : { signal }),
  });
  const devices = parseDevices(stdout);
  if (devices.length === 0 && status !== 0) throw new Error(`iree-run-replay lists no devices: ${stderr.trim()}`);
  return devices;
}
