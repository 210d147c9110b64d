/** What a line of a source says of the kernels that it defines. */
import * as path from 'node:path';
import type { FollowedLines } from '../sources/followedLines';
import type { HoverText } from './dumpFeatures';
import { functionWords } from './functionWords';
import type { Kernel } from './kernels';

/** Undefined for a line that defines none. */
export function kernelHover(kernels: readonly Kernel[], lines: FollowedLines, line: number): HoverText | undefined {
  const here = kernels.filter(({ location }) => lines.now(location.line - 1) === line);
  if (here.length === 0) return undefined;
  const markdown = here.map(({ capture, fact, doubt }) =>
    [functionWords(fact), `in ${path.basename(capture.path)}`, ...(doubt === undefined ? [] : [`⚠ ${doubt.sentence}`])].join('  \n'),
  );
  return { markdown: markdown.join('\n\n'), range: { start: { line, character: 0 }, end: { line: line + 1, character: 0 } } };
}
