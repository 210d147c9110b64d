// Makes the .vsix for the platform it runs on: bundles, addon and command line; it needs no compiler where it is installed.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { nodeHeaders } from './headers.mjs';
import { pack, platform } from './pack.mjs';
import { main, root, run } from './run.mjs';

const bin = (name) => path.join(root, 'node_modules', '.bin', name);

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
