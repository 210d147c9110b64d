// The packages, unpacked: what is in each, what its addon needs, and its command line. Built with this machine's compiler;
// with --glibc=2.28 as published, for both processors, running arm64's command line under qemu.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../files.mjs';
import { runTests } from '../nodeTest.mjs';
import { universal } from '../pack.mjs';
import { makePackage, targetsFor } from '../packages.mjs';
import { capture, root, run } from '../run.mjs';
import { needSystem, nodeForArm64, zig } from '../tools.mjs';

/** As in a workflow on GitHub. */
const addressed = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'owner/iree-replay' };

/** What runs on arm64 in the tests: Node, and the kernels of the capture `small`. */
function arm64(folder) {
  const kernel = path.join(folder, 'elementwise-arm64.so');
  const flags = ['-O2', '-fPIC', '-ffreestanding', '-fno-stack-protector', '-nostdlib', '-shared', '-o', kernel];
  const [python, ...zigArguments] = zig().split(' ');
  run(python, [...zigArguments, 'cc', '-target', 'aarch64-linux-gnu', ...flags, 'test/fixtures/kernels/elementwise.c'], { quiet: true });
  return { PACKAGES_ARM64_NODE: JSON.stringify(nodeForArm64()), PACKAGES_ARM64_KERNEL: kernel };
}

export async function packages(flags) {
  needSystem('compiler', 'python');
  const filter = flags.filter((flag) => !flag.startsWith('--'));
  const glibc = flags.find((flag) => flag.startsWith('--glibc='))?.slice('--glibc='.length);
  const targets = targetsFor(glibc);
  const folder = path.join(root, 'test', 'artifacts', 'packages');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const target of targets) {
    const vsix = path.join(folder, `${target}.vsix`);
    const warnings = await makePackage(target, vsix, { env: target === universal ? addressed : process.env, glibc });
    writeFileSync(path.join(folder, `${target}.warnings`), warnings);
    run('python3', ['-m', 'zipfile', '-e', vsix, path.join(folder, target)], { quiet: true });
  }
  const files = filesBelow(['test/package'], '.test.ts').filter((file) => filter.every((word) => file.includes(word)));
  const addons = targets.filter((target) => target !== universal);
  const env = {
    ...process.env,
    PACKAGES: folder,
    PACKAGES_ADDONS: addons.join(' '),
    PACKAGES_GLIBC: glibc ?? capture('getconf', ['GNU_LIBC_VERSION'])?.trim().split(' ')[1] ?? '',
    ...(addons.includes('linux-arm64') ? arm64(folder) : {}),
  };
  return runTests(files, { env });
}
