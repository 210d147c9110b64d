// Makes the .vsix for the platform it runs on: bundles, addon and command line; it needs no compiler where it is installed.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeHeaders } from './headers.mjs';
import { prebuilt } from './native.mjs';
import { Failed, main, root, run } from './run.mjs';

const platform = `${process.platform}-${process.arch}`;
const bin = (name) => path.join(root, 'node_modules', '.bin', name);

/** Packs what has been built into `file`. */
export function pack(file) {
  if (!existsSync(prebuilt)) throw new Failed(`${path.relative(root, prebuilt)} is not there: npm run build makes it`);
  const flags = ['--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository', '--skip-license'];
  run(bin('vsce'), ['package', '--target', platform, ...flags, '--out', file], { quiet: true });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => {
    run(process.execPath, ['esbuild.mjs', '--production']);
    const headers = nodeHeaders();
    const searchPath = `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`;
    const nodedir = headers === undefined ? [] : [`--nodedir=${headers}`];
    run(bin('prebuildify'), ['--napi', '--strip', ...nodedir], { env: { ...process.env, PATH: searchPath, JOBS: 'max' }, quiet: true });
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const file = `iree-replay-${platform}-${version}.vsix`;
    pack(file);
    console.log(`${file}  ${(statSync(path.join(root, file)).size / 1024).toFixed(0)} KiB`);
  });
}
