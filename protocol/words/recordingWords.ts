/** What was recorded of a module, or why not, in a sentence: on the command line and in the editor. */
import type { RecordResult } from '../sharing/recording';

/** "wrote model.ireereplay: main(256x256xf32=random, 7) on local-sync, 535941 bytes". */
export function recordedSentence({ function: name, inputs, devices, bytes, profile }: RecordResult, output: string): string {
  const beside = profile === undefined ? '' : `; its profile is ${profile}`;
  return `wrote ${output}: ${name}(${inputs.join(', ')}) on ${devices.join(', ')}, ${String(bytes)} bytes${beside}`;
}

/** "iree-run-module crashed (exit status 245) once all was recorded: the capture is whole"; undefined where it ended well. */
export function crashWarning({ program, crash }: RecordResult): string | undefined {
  if (crash === undefined) return undefined;
  return `${program.replace(/^.*[\\/]/, '')} crashed (${crash}) once all was recorded: the capture is whole`;
}

/** What an IREE program says on failing, in a line: "INVALID_ARGUMENT; input0 shape mismatch", without the place in IREE's own source. */
export function failureLine(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const status = lines.map((line) => /^\S+\.(?:c|cc|h|cpp|py):\d+: ([A-Z_]+; .*)$/.exec(line)?.[1]).find((line) => line !== undefined);
  return status ?? lines.find((line) => /(^|: )(fatal )?error: /.test(line)) ?? lines[0] ?? said;
}
