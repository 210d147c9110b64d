// Types, lint rules and formatting. Each check counts as one test.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { circles } from '../circles.mjs';
import { one, sum } from '../counts.mjs';
import { filesBelow } from '../files.mjs';
import { headerProblemsIn } from '../headerCosts.mjs';
import { layerProblems, layers } from '../layers.mjs';
import { follow, onEachProcessor, root } from '../run.mjs';
import { buildCore } from '../cmake.mjs';
import { needSystem } from '../tools.mjs';

const tsconfigs = [
  'tsconfig.json',
  'webview/tsconfig.browser.json',
  'webview/tsconfig.test.json',
  'test/host/tsconfig.json',
  'test/e2e/tsconfig.json',
  'test/pages/tsconfig.json',
  'bench/window/tsconfig.json',
];
const bin = (name) => path.join(root, 'node_modules', '.bin', name);

function cxxFiles() {
  return ['.cc', '.h'].flatMap((suffix) =>
    filesBelow(['native/core', 'native/addon', 'native/test', 'native/fuzz', 'native/made'], suffix),
  );
}

/** The contents of what may import, by path. */
function importing(folders) {
  const files = ['.ts', '.mts', '.mjs', '.cc', '.h'].flatMap((suffix) => filesBelow(folders, suffix));
  return new Map(
    files.filter((file) => !file.startsWith('test/artifacts/')).map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  );
}

/** `--fix` fixes what the tools can fix. What is not npm's is looked for when `system` has been installed. */
export async function lint(flags, system) {
  const fix = flags.includes('--fix');
  const checks = [
    [bin('oxlint'), ['.', ...(fix ? ['--fix'] : [])]],
    ...(fix ? [] : tsconfigs.map((config) => [bin('tsc'), ['-p', config]])),
    [bin('oxfmt'), [fix ? '--write' : '--check', '.']],
    ['clang-format', [...(fix ? ['-i'] : ['--dry-run', '-Werror']), ...cxxFiles()]],
  ];
  const counts = [];
  const check = async ([program, args]) => {
    if (program === 'clang-format') {
      await system;
      needSystem('clang-format');
    }
    const { code } = await follow(program, args);
    counts.push(one(`${path.basename(program)} ${args[0] === '-p' ? args[1] : ''}`, code === 0));
  };
  // Checks that change files run one after another.
  await onEachProcessor(checks, check, fix ? 1 : undefined);
  const folders = [...new Set(Object.keys(layers).map((layer) => layer.split('/')[0]))];
  const files = ['.ts', '.cc', '.h'].flatMap((suffix) => filesBelow(folders, suffix));
  const problems = layerProblems(root, files);
  counts.push(one(`layers\n${problems.join('\n')}`, problems.length === 0));
  const found = circles(importing([...folders, 'test', 'bench', 'scripts']));
  counts.push(one(`circles of imports\n${found.join('\n')}`, found.length === 0));
  const dear = headerProblemsIn(root, filesBelow(['native/core'], '.h'));
  counts.push(one(`headers\n${dear.join('\n')}`, dear.length === 0));
  return sum(counts);
}

/** Runs clang-tidy over the core. */
export async function tidy() {
  needSystem('clang-tidy', 'compiler', 'clang', 'cmake', 'ninja', 'googletest', 'zlib');
  const folder = await buildCore('plain', 'core');
  const sources = filesBelow(['native/core'], '.cc').filter((file) => existsSync(path.join(root, file)));
  const { code } = await follow('clang-tidy', ['--quiet', '-p', folder, ...sources]);
  return one('clang-tidy', code === 0);
}
