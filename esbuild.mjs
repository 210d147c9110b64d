// Bundles the TypeScript: what runs in Node as CommonJS, what runs in a webview as one script and one style sheet.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as esbuild from 'esbuild';
import { thirdPartyNotices } from './scripts/notices.mjs';

const production = process.argv.includes('--production');
const outdir = process.argv.find((flag) => flag.startsWith('--outdir='))?.slice('--outdir='.length) ?? 'dist';
const watch = process.argv.includes('--watch');

/** @type {esbuild.BuildOptions} */
const common = {
  bundle: true,
  outdir,
  sourcemap: production ? false : 'linked',
  minify: production,
  logLevel: process.argv.includes('--log-level=warning') ? 'warning' : 'info',
  legalComments: 'none',
};

/** What the command line loads when it is wanted: bundles of their own, since to read all of them takes longer than a small replay. */
const commands = Array.from(readFileSync('cli/main.ts', 'utf8').matchAll(/import\('\.\/commands\/(\w+)'\)/g), ([, name]) => name);

/** What else is, by the path that it is imported by. */
const later = ['./bisection', './languageClient'];

/** @type {esbuild.Plugin} */
const loadedLater = {
  name: 'what is loaded later apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/(?:commands\/)?\w+$/ }, ({ kind, importer, path }) => {
      if (kind !== 'dynamic-import') return undefined;
      if (importer.endsWith('/cli/main.ts')) return { path: `./cli-${basename(path)}.js`, external: true };
      return later.includes(path) ? { path: `${path}.js`, external: true } : undefined;
    }),
};

/**
 * `import * as` of what is not in a bundle copies all that it exports, in each file that says so. VS Code's API has hundreds of names: that
 * took most of the extension's activation. `import = require` gives the same object without a copy.
 * @type {esbuild.Plugin}
 */
const withoutCopies = {
  name: 'without copies',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8').replace(/^import \* as (\w+) from ('(?:vscode|node:[\w/]+)');$/gm, 'import $1 = require($2);'),
    })),
};

/** @type {esbuild.BuildOptions} */
const node = {
  ...common,
  entryPoints: {
    extension: 'extension/main.ts',
    cli: 'cli/main.ts',
    ...Object.fromEntries(commands.map((name) => [`cli-${name}`, `cli/commands/${name}.ts`])),
    lastWords: 'cli/lastWords.ts',
    engine: 'engine/process/engineMain.ts',
    bisection: 'engine/process/bisection.ts',
    languageClient: 'extension/source/languageClient.ts',
    languageServer: 'language-server/main.ts',
  },
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['vscode', '*.node'],
  supported: { 'dynamic-import': false }, // require is faster
  plugins: [loadedLater, withoutCopies],
};

/** @type {esbuild.BuildOptions} */
const webview = {
  ...common,
  entryPoints: {
    'webview/capture': 'webview/capture/main.ts',
    'webview/results': 'webview/results/main.ts',
    'webview/comparison': 'webview/comparison/main.ts',
    'webview/difference': 'webview/difference/main.ts',
    'webview/profile': 'webview/profile/main.ts',
    'webview/llvmRecording': 'webview/llvm/recordingMain.ts',
    'webview/llvmFolder': 'webview/llvm/folderMain.ts',
    'webview/torch': 'webview/torch/main.ts',
    // Of pages that stand alone in a file.
    'webview/report': 'webview/report/report.css',
    'webview/profileReport': 'webview/report/profileReport.css',
  },
  platform: 'browser',
  target: 'chrome134', // Electron 34 of VS Code 1.100
  format: 'iife',
  loader: { '.svg': 'text' },
};

/** The example that the package brings: a matrix product, a slower kernel for it, and its source. */
function copyExample() {
  const from = 'test/fixtures/models/mm256';
  const files = { 'matmul.ireereplay': 'mm256.sync.ireereplay', 'slower.so': 'kernels/scalar.so', 'mm256.mlir': 'mm256.mlir' };
  mkdirSync(`${outdir}/example`, { recursive: true });
  for (const [name, file] of Object.entries(files)) copyFileSync(`${from}/${file}`, `${outdir}/example/${name}`);
}

/** What jobs on PyTorch's traces read, and the scripts with which PyTorch calls their operations and exports them. */
function copyTorch() {
  mkdirSync(`${outdir}/torch`, { recursive: true });
  for (const name of ['schemas.txt', 'replay.py', 'results.py', 'export.py'])
    copyFileSync(`engine/torch/${name}`, `${outdir}/torch/${name}`);
}

const builds = [node, webview].map((options) => ({
  ...options,
  entryPoints: Object.fromEntries(Object.entries(options.entryPoints).filter(([, source]) => existsSync(source))),
}));

if (watch) {
  copyExample();
  copyTorch();
  const contexts = await Promise.all(builds.map((options) => esbuild.context(options)));
  await Promise.all(contexts.map((context) => context.watch()));
} else {
  if (production) rmSync(outdir, { recursive: true, force: true });
  const results = await Promise.all(builds.map((options) => esbuild.build({ ...options, metafile: true })));
  copyExample();
  copyTorch();
  writeFileSync(`${outdir}/ThirdPartyNotices.txt`, await thirdPartyNotices(results.map(({ metafile }) => metafile)));
}
