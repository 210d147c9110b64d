// Makes TypeScript, and modules of Node's newer kind, into JavaScript for require().
const { readFileSync } = require('node:fs');
const path = require('node:path');

const settings = {
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  sourcemap: 'inline',
  sourcesContent: false,
  // What is imported later is found as what is required is.
  supported: { 'dynamic-import': false },
  // `url` is set by what loads the file.
  define: { 'import.meta.url': 'module.url', 'import.meta.dirname': '__dirname' },
  logLevel: 'silent',
};

/** Where the JavaScript of a file of the checkout is below `folder`. */
const placeOf = (folder, root, file) => path.join(folder, `${path.relative(root, file)}.js`);

/** Writes that of files of the checkout, all at once. */
async function transpile(files, root, folder) {
  const entryPoints = Object.fromEntries(files.map((file) => [file, path.join(root, file)]));
  await require('esbuild').build({ ...settings, entryPoints, outdir: folder, absWorkingDir: root });
}

/** That of one file, wherever it is. Throws what is wrong with it. */
function transpiled(file) {
  return require('esbuild').transformSync(readFileSync(file, 'utf8'), { ...settings, loader: 'ts', sourcefile: file }).code;
}

module.exports = { placeOf, transpile, transpiled };
