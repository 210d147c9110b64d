/** Files of the workspace by the folder that they lie in. */
import * as path from 'node:path';

/** A folder that the workspace has open. */
export interface Root {
  readonly name: string;
  readonly path: string;
}

export interface FilesOfFolder {
  /** From the root, "models/block"; begins with the root's name where there are several. Empty for the only root itself. */
  readonly name: string;
  /** By name. */
  readonly files: readonly string[];
}

/** By name, a capture before profiles called after it; the root's own files last, as the explorer has them. Each file once, in the innermost root. */
export function byFolder(files: readonly string[], roots: readonly Root[]): readonly FilesOfFolder[] {
  // Made here: it takes milliseconds, which are a good part of the extension's activation.
  const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const folders = new Map<string, string[]>();
  for (const file of new Set(files)) {
    // What stands for a root lies in no folder of it.
    const name = folderName(roots.some((root) => root.path === file) ? file : path.dirname(file), roots);
    folders.set(name, [...(folders.get(name) ?? []), file]);
  }
  return [...folders]
    .map(([name, those]) => ({ name, files: those.sort((a, b) => byName.compare(shortName(a), shortName(b))) }))
    .sort((a, b) => Number(a.name === '') - Number(b.name === '') || byName.compare(a.name, b.name));
}

const shortName = (file: string): string => path.basename(file, '.ireereplay');

function folderName(folder: string, roots: readonly Root[]): string {
  const inside = roots.flatMap((root) => {
    const rest = path.relative(root.path, folder);
    return rest === '..' || rest.startsWith(`..${path.sep}`) || path.isAbsolute(rest) ? [] : [{ root, rest }];
  });
  const [innermost] = inside.sort((a, b) => a.rest.length - b.rest.length);
  if (innermost === undefined) return folder;
  return roots.length === 1 ? innermost.rest : path.join(innermost.root.name, innermost.rest);
}
