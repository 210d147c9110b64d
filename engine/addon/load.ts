/** Finds the addon: the prebuilt binary of a package first, then a build in the checkout. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import type { RawAddon } from './addon';
import { missingCore, platformHere } from './missing';

let loaded: RawAddon | undefined;

/** Folders from `start` upwards: bundles and sources are at different depths of the same package. */
function* ancestors(start: string): Generator<string> {
  for (let folder = start; ; folder = path.dirname(folder)) {
    yield folder;
    if (path.dirname(folder) === folder) return;
  }
}

/** Loads the addon on first use. Throws MissingCore, which says why it cannot and what to do. */
export function loadAddon(): RawAddon {
  if (loaded !== undefined) return loaded;
  const root = [...ancestors(__dirname)].find((folder) => existsSync(path.join(folder, 'package.json'))) ?? __dirname;
  const candidates = [
    path.join(root, 'prebuilds', `${process.platform}-${process.arch}`, 'iree-replay.node'),
    path.join(root, 'build', 'Release', 'iree_replay.node'),
    path.join(root, 'build', 'Debug', 'iree_replay.node'),
  ];
  const require = createRequire(__filename);
  let failure: string | undefined;
  for (const candidate of candidates.filter(existsSync)) {
    try {
      loaded = require(candidate) as RawAddon;
      return loaded;
    } catch (error) {
      failure ??= error instanceof Error ? error.message : String(error);
    }
  }
  throw missingCore(platformHere(), failure);
}
