/** What a hover says of what iree-compile has left of a kernel. */
import { pathToFileURL } from 'node:url';
import type { KernelStage } from '../../protocol/processes/languageServer';

/** In Markdown, one line with a link for each stage; nothing where there is none. */
export function stageWords(stages: readonly KernelStage[]): readonly string[] {
  if (stages.length === 0) return [];
  const links = stages.map(
    ({ stage, file, line, doubt }) => `[${stage}](${pathToFileURL(file).href}#L${String(line)})${doubt === undefined ? '' : ' ⚠'}`,
  );
  const [doubt] = stages.flatMap((one) => one.doubt ?? []);
  return [`left by iree-compile: ${links.join(', ')}`, ...(doubt === undefined ? [] : [`⚠ ${doubt}`])];
}
