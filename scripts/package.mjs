// npm run package: the .vsix for the platform it runs on, which needs no compiler where it is installed; with --target=universal the one
// for every other platform.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { makePackage, targets } from './packages.mjs';
import { Failed, main, root } from './run.mjs';

await main(() => {
  const named = process.argv.find((flag) => flag.startsWith('--target='))?.slice('--target='.length);
  const target = named ?? targets[0];
  if (!targets.includes(target)) throw new Failed(`no package for ${target} can be made here: there are ${targets.join(', ')}`);
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const file = `iree-replay-${target}-${version}.vsix`;
  process.stderr.write(makePackage(target, file));
  console.log(`${file}  ${(statSync(path.join(root, file)).size / 1024).toFixed(0)} KiB`);
});
