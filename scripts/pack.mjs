// Packs what has been built as a .vsix for the platform it was built on.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { prebuilt } from './native.mjs';
import { Failed, root, run } from './run.mjs';

export const platform = `${process.platform}-${process.arch}`;

/** Writes the .vsix to `file`. */
export function pack(file) {
  if (!existsSync(prebuilt)) throw new Failed(`${path.relative(root, prebuilt)} is not there: npm run build makes it`);
  const flags = ['--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository', '--skip-license'];
  run(path.join(root, 'node_modules', '.bin', 'vsce'), ['package', '--target', platform, ...flags, '--out', file], { quiet: true });
}
