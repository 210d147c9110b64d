// Makes an imported picture its text in Node too, as esbuild does when it bundles pages.
const { readFileSync } = require('node:fs');

require.extensions['.svg'] = (module, file) => {
  module.exports = readFileSync(file, 'utf8');
};
