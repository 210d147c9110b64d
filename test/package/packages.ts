/** The packages that scripts/suites/package.mjs has made and unpacked. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';

function told(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error('run with "npm run test:package"');
  return value;
}

const folder = told('PACKAGES');

/** The platform whose package holds an addon that runs here. */
export const here = `${process.platform}-${process.arch}`;

/** Platforms that there are packages with an addon for. */
export const addons: readonly string[] = told('PACKAGES_ADDONS').split(' ');

export const universal = 'universal';

/** The oldest glibc that the addons have to load with. */
export const glibc = told('PACKAGES_GLIBC');

/** The folder of the extension in a package. */
export function unpacked(target: string): string {
  return path.join(folder, target, 'extension');
}

/** The addon of a package. */
export const addonOf = (target: string): string => path.join(unpacked(target), 'prebuilds', target, 'iree-replay.node');

/** What starts Node as it is on a platform, with the arguments before the script; none where nothing here runs its programs. */
export function nodeOf(target: string): readonly string[] {
  if (target === here || target === universal) return [process.execPath];
  return target === 'linux-arm64' ? (JSON.parse(told('PACKAGES_ARM64_NODE')) as string[]) : [];
}

/** An executable that computes on a platform what that of the capture `small` does on x64. */
export const kernelFor = (target: string): string | undefined =>
  target === 'linux-arm64' ? process.env['PACKAGES_ARM64_KERNEL'] : undefined;

/** What vsce warned of when it made a package. */
export function warningsOf(target: string): string {
  return readFileSync(path.join(folder, `${target}.warnings`), 'utf8');
}
