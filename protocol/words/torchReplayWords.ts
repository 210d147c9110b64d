/** Replays of PyTorch's operators in words. */
import type { TorchInstallation, TorchReplayReason } from '../torch/replay';

/** Why operations were not replayed. */
export const NOT_REPLAYED_WORDS: Readonly<Record<TorchReplayReason, string>> = {
  'unknown-argument': 'an argument that has to be given is not known',
  'no-operator': 'this PyTorch has no such operator or overload',
  'other-device': 'the operator does not exist on this device',
  type: 'this PyTorch has no such type, or makes no tensors of it',
  memory: 'its tensors need more memory than --memory allows',
  description: 'the description contradicts itself',
  input: "the data of --input is not of its argument's shape and type",
  refused: 'PyTorch refused the arguments',
  ended: 'the operator ended its process, or failed on the device',
  'time-out': 'it took longer than --timeout',
};

/** "PyTorch 2.8.0 of /usr/bin/python3 on cuda, NVIDIA H200". */
export const installationWords = ({ python, version, device, deviceName }: TorchInstallation): string =>
  `PyTorch ${version} of ${python} on ${device}${deviceName === undefined ? '' : `, ${deviceName}`}`;

/** How many times as long: "0.92x", "31x". */
export const factorWords = (ratio: number): string => `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0)}x`;
