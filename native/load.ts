/** Finds the addon: the prebuilt binary of a package first, then what a build in the checkout left. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import type { RawAddon } from './addon';

let loaded: RawAddon | undefined;

/** Folders from `start` upwards: bundles and sources sit at different depths of the same package. */
function* ancestors(start: string): Generator<string> {
  for (let folder = start; ; folder = path.dirname(folder)) {
    yield folder;
    if (path.dirname(folder) === folder) return;
  }
}

/** Loads the addon on first use. Throws an error that lists every path it tried and why each failed. */
export function loadAddon(): RawAddon {
  if (loaded !== undefined) return loaded;
  const root = [...ancestors(__dirname)].find((folder) => existsSync(path.join(folder, 'package.json'))) ?? __dirname;
  const candidates = [
    path.join(root, 'prebuilds', `${process.platform}-${process.arch}`, 'iree-replay.node'),
    path.join(root, 'build', 'Release', 'iree_replay.node'),
    path.join(root, 'build', 'Debug', 'iree_replay.node'),
  ];
  const require = createRequire(__filename);
  const failures: string[] = [];
  for (const candidate of candidates) {
    if (!existsSync(candidate)) {
      failures.push(`${candidate}: not there`);
      continue;
    }
    try {
      loaded = require(candidate) as RawAddon;
      return loaded;
    } catch (error) {
      failures.push(`${candidate}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `The native core of IREE Replay cannot be loaded on ${process.platform}-${process.arch} (Node ${process.version}). ` +
      `Tried:\n  ${failures.join('\n  ')}\nIn a checkout, run "npm run build"; otherwise install the package for this platform.`,
  );
}
