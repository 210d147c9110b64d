// Makes a .vsix of what has been built.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failed, root, run } from './run.mjs';

/** The platform that this runs on, as VS Code calls it. */
export const platform = `${process.platform}-${process.arch}`;

/** The package for every platform that has none of its own: without the addon. */
export const universal = 'universal';

/**
 * Writes the .vsix of a folder to `file`: for the platform `target`, whose addon has to be in the folder, or the universal one. Returns
 * what vsce warns of.
 */
export function pack(file, { folder = root, target = platform } = {}) {
  const addon = path.join(folder, 'prebuilds', target, 'iree-replay.node');
  if (target !== universal && !existsSync(addon)) throw new Failed(`${path.relative(root, addon)} is not there: npm run build makes it`);
  const flags = target === universal ? [] : ['--target', target];
  // Pictures and links of the README lead into the repository, where there is one.
  const { repository } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  if (repository === undefined) flags.push('--no-rewrite-relative-links');
  const args = ['package', '--no-dependencies', '--follow-symlinks', ...flags, '--out', path.resolve(root, file)];
  // In a workflow on GitHub vsce warns in another form, on stdout.
  const env = { ...process.env, GITHUB_ACTIONS: '' };
  return run(path.join(root, 'node_modules', '.bin', 'vsce'), args, { cwd: folder, env, quiet: true });
}
