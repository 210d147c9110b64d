// What the extension's sources say through vscode.l10n.t, for translators: l10n/bundle.l10n.json. `npm run l10n` writes it again.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { getL10nJson } from '@vscode/l10n-dev';
import { filesBelow } from './files.mjs';
import { main, root } from './run.mjs';

/** Where the sentences are stored, from the root of the checkout. */
export const bundle = path.join('l10n', 'bundle.l10n.json');

/** That file's text, generated from the sources. */
export async function sentences() {
  const sources = filesBelow(['extension'], '.ts').map((file) => ({
    extension: '.ts',
    contents: readFileSync(path.join(root, file), 'utf8'),
  }));
  const found = await getL10nJson(sources);
  const sorted = Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)));
  return `${JSON.stringify(sorted, undefined, 2)}\n`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  void main(async () => writeFileSync(path.join(root, bundle), await sentences()));
