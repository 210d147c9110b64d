// Makes a .vsix from what has been built.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failed, root, run } from './run.mjs';

/** The platform that this runs on, as VS Code calls it. */
export const platform = `${process.platform}-${process.arch}`;

/** The package for every platform without one of its own: it has no addon. */
export const universal = 'universal';

/**
 * Writes the .vsix of a folder to `file`: for the platform `target`, whose addon must be in the folder, or the universal one. Returns
 * vsce's warnings.
 */
export function pack(file, { folder = root, target = platform } = {}) {
  const addon = path.join(folder, 'prebuilds', target, 'iree-replay.node');
  if (target !== universal && !existsSync(addon)) throw new Failed(`${path.relative(root, addon)} is not there: npm run build makes it`);
  const flags = target === universal ? [] : ['--target', target];
  // Pictures and links in the README lead into the repository, if there is one.
  const { repository } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  if (repository === undefined) flags.push('--no-rewrite-relative-links');
  const args = ['package', '--no-dependencies', '--follow-symlinks', ...flags, '--out', path.resolve(root, file)];
  // In a GitHub workflow vsce warns in another form, on stdout.
  const env = { ...process.env, GITHUB_ACTIONS: '' };
  return run(path.join(root, 'node_modules', '.bin', 'vsce'), args, { cwd: folder, env, quiet: true });
}
