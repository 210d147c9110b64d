// Types, lint rules and formatting. Each check counts as one test.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../files.mjs';
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
];
const bin = (name) => path.join(root, 'node_modules', '.bin', name);

function cxxFiles() {
  return ['.cc', '.h'].flatMap((suffix) =>
    filesBelow(['native/core', 'native/addon', 'native/test', 'native/fuzz', 'native/made'], suffix),
  );
}

/** `--fix` mends what the tools can mend. */
export async function lint(flags) {
  needSystem('clang-format');
  const fix = flags.includes('--fix');
  const checks = [
    ...(fix ? [] : tsconfigs.map((config) => [bin('tsc'), ['-p', config]])),
    [bin('eslint'), ['.', ...(fix ? ['--fix'] : [])]],
    [bin('prettier'), [fix ? '--write' : '--check', '--log-level=warn', '.']],
    ['clang-format', [...(fix ? ['-i'] : ['--dry-run', '-Werror']), ...cxxFiles()]],
  ];
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const check = async ([program, args]) => {
    const { code } = await follow(program, args);
    if (code === 0) counts.passed++;
    else {
      counts.failed++;
      console.log(`failed: ${path.basename(program)} ${args[0] === '-p' ? args[1] : ''}`);
    }
  };
  // What mends files does so one after the other.
  await onEachProcessor(checks, check, fix ? 1 : undefined);
  const folders = [...new Set(Object.keys(layers).map((layer) => layer.split('/')[0]))];
  const files = ['.ts', '.cc', '.h'].flatMap((suffix) => filesBelow(folders, suffix));
  const problems = layerProblems(root, files);
  for (const problem of problems) console.log(problem);
  counts[problems.length === 0 ? 'passed' : 'failed']++;
  return counts;
}

/** clang-tidy over the core. */
export async function tidy() {
  needSystem('clang-tidy', 'compiler', 'cmake', 'ninja', 'googletest', 'zlib');
  const folder = await buildCore('plain', 'core');
  const sources = filesBelow(['native/core'], '.cc').filter((file) => existsSync(path.join(root, file)));
  const { code } = await follow('clang-tidy', ['--quiet', '-p', folder, ...sources]);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}
