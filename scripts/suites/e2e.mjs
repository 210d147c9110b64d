// The packaged extension in real VS Codes: tests that drive the workbench in a browser (test/e2e), and tests inside the extension host
// (test/host). `--vscode=VERSION` runs one version; other words select test files; `--media` renews the pictures of README,
// walkthrough and guides. Those that drive the workbench run several times where asked (repeated.mjs).
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { mochaCounts, none, sum } from '../counts.mjs';
import { filesBelow } from '../files.mjs';
import { option } from '../flags.mjs';
import { keepMedia } from '../media.mjs';
import { runTests } from '../nodeTest.mjs';
import { pack } from '../pack.mjs';
import { repeated } from '../repeated.mjs';
import { follow, root } from '../run.mjs';
import { ireeTools, needSystem, newestVscode, vscodes, wantSystem } from '../tools.mjs';
import { workbenchEnvironment } from '../workbench.mjs';

const artifacts = path.join(root, 'test', 'artifacts');

export async function e2e(flags) {
  const only = option(flags, 'vscode', undefined);
  needSystem('chromium', 'clang');
  wantSystem('spirv-dis');
  const words = flags.filter((flag) => !flag.startsWith('--'));
  const wanted = (file) => words.length === 0 || words.some((word) => file.includes(word));
  mkdirSync(artifacts, { recursive: true });
  const vsix = path.join(artifacts, 'iree-replay.vsix');
  pack(vsix);

  const begun = Date.now();
  const counts = [];
  for (const version of vscodes.filter((version) => only === undefined || version === only)) {
    console.log(`VS Code ${version}`);
    const env = { ...process.env, IREE_TOOLS: ireeTools(), ...workbenchEnvironment(version, vsix, path.join(artifacts, 'vscode')) };
    if (flags.includes('--media')) env.IR_MEDIA = 'yes';
    // What is in `newest` is long and does not depend on the version: the oldest runs it only on request.
    const here = (file) => version === newestVscode || only !== undefined || !file.includes('/newest/');
    const files = filesBelow(['test/e2e'], '.e2e.ts').filter((file) => wanted(file) && here(file));
    const hostTests = filesBelow(['test/host'], '.test.ts').filter(wanted);
    // Those that drive the workbench often wait for what they have asked for.
    const journeys = files.length > 0 ? repeated(flags, () => runTests(files, { env, timeoutSeconds: 1200 })) : none;
    counts.push(...(await Promise.all([journeys, hostTests.length > 0 ? inExtensionHost(env) : none])));
  }
  if (flags.includes('--media')) keepMedia(path.join(artifacts, 'screenshots', only ?? newestVscode), begun);
  return sum(counts);
}

/** Shows the output at the end, in one piece. */
async function inExtensionHost(env) {
  const result = await follow(path.join(root, 'node_modules', '.bin', 'vscode-test'), [], { env, quiet: true });
  console.log(result.output);
  return mochaCounts(result);
}
