// Preloaded by the processes of test files: requires TypeScript from the folder that TRANSPILED names, where nodeTest.mjs has put all of the
// checkout's. A process that transpiles what it loads takes four times as long to start.
const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { placeOf, transpiled } = require('./transpile.cjs');

const root = path.dirname(__dirname);
process.setSourceMapsEnabled(true);

for (const suffix of ['.ts', '.mjs']) {
  require.extensions[suffix] = (module, file) => {
    const place = placeOf(process.env['TRANSPILED'], root, file);
    module.url = pathToFileURL(file).href;
    module._compile(existsSync(place) ? readFileSync(place, 'utf8') : transpiled(file), file);
  };
}
