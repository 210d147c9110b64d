/** The command line that replays a document as its editor does. */
import { runCommandLine } from './measureCommandLine';
import { runOptions } from './replaySettings';
import type { CaptureDocument } from '../captures/captureDocument';

export function commandLineOf({ path, settings, summary }: CaptureDocument): string {
  return runCommandLine(runOptions(path, summary?.devices ?? 1, settings, { kind: 'capture' }));
}
