/** The packages that scripts/suites/package.mjs has made and unpacked. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';

const folder = process.env['PACKAGES'];
if (folder === undefined) throw new Error('run with "npm run test:package"');

/** The platform whose package holds an addon that runs here. */
export const here = `${process.platform}-${process.arch}`;

export const universal = 'universal';

/** The folder of the extension in a package. */
export function unpacked(target: string): string {
  return path.join(folder ?? '', target, 'extension');
}

/** What vsce warned of when it made a package. */
export function warningsOf(target: string): string {
  return readFileSync(path.join(folder ?? '', `${target}.warnings`), 'utf8');
}
