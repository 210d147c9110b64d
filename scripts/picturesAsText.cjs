// In Node, too, a picture that is imported is its text, as esbuild bundles it for the pages.
const { readFileSync } = require('node:fs');

require.extensions['.svg'] = (module, file) => {
  module.exports = readFileSync(file, 'utf8');
};
