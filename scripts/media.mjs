// Pictures that tests take for readers, by their names: of README, of the walkthrough and of the guides.
import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** The folder of `media` for each kind. */
const folders = { walkthrough: 'walkthrough', guide: 'guides' };

/** Copies those of the folder `taken` that were taken since then, in milliseconds since 1970, to where the texts show them. */
export function keepMedia(taken, since) {
  for (const name of readdirSync(taken)) {
    const [, kind, rest] = /^(walkthrough|guide)-(.+\.png)$/.exec(name) ?? [];
    const kept = name === 'readme.png' ? 'screenshot.png' : kind && path.join(folders[kind], rest);
    if (kept === undefined || statSync(path.join(taken, name)).mtimeMs < since) continue;
    const file = path.join(root, 'media', kept);
    mkdirSync(path.dirname(file), { recursive: true });
    copyFileSync(path.join(taken, name), file);
  }
}
