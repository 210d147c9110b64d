// The packages as they are published, unpacked: what is in each, what its addon asks of a machine, and its command line.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../files.mjs';
import { runTests } from '../nodeTest.mjs';
import { universal } from '../pack.mjs';
import { makePackage, targets } from '../packages.mjs';
import { root, run } from '../run.mjs';
import { needSystem } from '../tools.mjs';

/** As in a workflow on GitHub. */
const addressed = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'owner/iree-replay' };

export function packages(filter) {
  needSystem('compiler', 'python');
  const folder = path.join(root, 'test', 'artifacts', 'packages');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const target of targets) {
    const vsix = path.join(folder, `${target}.vsix`);
    const warnings = makePackage(target, vsix, target === universal ? addressed : process.env);
    writeFileSync(path.join(folder, `${target}.warnings`), warnings);
    run('python3', ['-m', 'zipfile', '-e', vsix, path.join(folder, target)], { quiet: true });
  }
  const files = filesBelow(['test/package'], '.test.ts').filter((file) => filter.every((word) => file.includes(word)));
  return runTests(files, { env: { ...process.env, PACKAGES: folder } });
}
