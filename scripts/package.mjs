// npm run package: the .vsix for machines like the one it runs on, which needs no compiler where it is installed. --glibc=2.28 makes it for
// every machine with that glibc or a newer one, as VS Code requires, with --target=linux-x64 or --target=linux-arm64. --target=universal
// makes the one for all other platforms.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { makePackage, targetsFor } from './packages.mjs';
import { Failed, main, root } from './run.mjs';

await main(async () => {
  const flag = (name) => process.argv.find((flag) => flag.startsWith(`--${name}=`))?.slice(name.length + 3);
  const glibc = flag('glibc');
  const targets = targetsFor(glibc);
  const target = flag('target') ?? targets[0];
  if (!targets.includes(target)) throw new Failed(`no package for ${target} can be made here, only for ${targets.join(', ')}`);
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const file = `iree-replay-${target}-${version}.vsix`;
  process.stderr.write(await makePackage(target, file, { glibc }));
  console.log(`${file}  ${(statSync(path.join(root, file)).size / 1024).toFixed(0)} KiB`);
});
