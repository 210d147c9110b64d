import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** Files below `folders` of the checkout whose name ends in `suffix`, in order, relative to the checkout. */
export function filesBelow(folders, suffix) {
  const found = [];
  for (const folder of folders) {
    if (!existsSync(path.join(root, folder))) continue;
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })) {
      const file = path.join(path.relative(root, entry.parentPath ?? entry.path), entry.name);
      if (entry.isFile() && file.endsWith(suffix)) found.push(file);
    }
  }
  return found.sort();
}
