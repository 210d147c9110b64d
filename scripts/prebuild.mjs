// The addon of a package, built by prebuildify: from scratch, in a folder of its own, so that the checkout's build stays as it is.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { nodeHeaders } from './headers.mjs';
import { root, run } from './run.mjs';

/** What node-gyp and binding.gyp read. */
const inputs = ['binding.gyp', 'native', 'node_modules', 'package.json', 'scripts'];

/** Builds the addon for the platform that this runs on in `folder`, and leaves it in `out`/prebuilds. */
export function prebuild(folder, out) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of inputs) symlinkSync(path.join(root, name), path.join(folder, name));
  const headers = nodeHeaders();
  const env = {
    ...process.env,
    PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
    JOBS: 'max',
    ...(headers === undefined ? {} : { npm_config_nodedir: headers }),
  };
  run('prebuildify', ['--napi', '--strip', '--target', process.versions.node, '--out', out], { cwd: folder, env, quiet: true });
}
