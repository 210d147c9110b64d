// Licenses of the packages that are inside our bundles and addon, for dist/ThirdPartyNotices.txt.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

function packageOf(input) {
  return /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}

function licenseOf(name) {
  const folder = path.join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? `License: ${license}` : readFileSync(path.join(folder, file), 'utf8').trim();
  return `${name} ${version}\n\n${text}\n`;
}

/** The text for the bundles that esbuild's metafiles describe. */
export function thirdPartyNotices(metafiles) {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const names = new Set([...inputs.map(packageOf).filter(Boolean), 'node-addon-api']);
  return [...names]
    .sort()
    .map(licenseOf)
    .join(`\n${'-'.repeat(80)}\n\n`);
}
