/** Folders whose files a replay lacks. */
import * as path from 'node:path';
import { FILE_PROBLEMS, type FileSummary, type Preflight } from '../../protocol/capture/capture';
import { lackedFile } from '../../protocol/replay/lackedFile';

/** Each once, in the order of the capture: those that preflight complains of, and every one while it has not looked at files. */
export function missingFolders(files: readonly FileSummary[], preflight: Preflight): readonly string[] {
  const external = files.filter(({ reference }) => reference === 'external_path');
  const lacking = preflight.state === 'done' ? preflight.problems.filter(({ kind }) => FILE_PROBLEMS.has(kind)) : [];
  const found = lacking.flatMap((problem) => lackedFile(problem, files) ?? []);
  return [...new Set((found.length > 0 ? found : external).map((file) => path.posix.dirname(file.path)))];
}
