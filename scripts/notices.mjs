// Licenses of the packages inside our bundles and addon, for dist/ThirdPartyNotices.txt.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';
import { zydis } from './zydis.mjs';

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

/** Of the machine code decoder that is built into the addon. */
async function zydisLicenses() {
  const folder = await zydis();
  const text = (name) => readFileSync(path.join(folder, name), 'utf8').trim();
  const zycore = existsSync(path.join(folder, 'LICENSE.zycore')) ? [`Zycore\n\n${text('LICENSE.zycore')}\n`] : [];
  return [`Zydis\n\n${text('LICENSE')}\n`, ...zycore];
}

/** The text for the bundles that esbuild's metafiles describe. */
export async function thirdPartyNotices(metafiles) {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const names = new Set([...inputs.map(packageOf).filter(Boolean), 'node-addon-api']);
  return [...[...names].sort().map(licenseOf), ...(await zydisLicenses())].join(`\n${'-'.repeat(80)}\n\n`);
}
