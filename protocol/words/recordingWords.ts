/** What was recorded of a module, in a sentence: on the command line and in the editor. */
import type { RecordResult } from '../recording';

/** "wrote model.ireereplay: main(256x256xf32=random, 7) on local-sync, 535941 bytes". */
export function recordedSentence({ function: name, inputs, devices, bytes, profile }: RecordResult, output: string): string {
  const beside = profile === undefined ? '' : `; its profile is ${profile}`;
  return `wrote ${output}: ${name}(${inputs.join(', ')}) on ${devices.join(', ')}, ${String(bytes)} bytes${beside}`;
}
