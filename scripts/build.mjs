// Builds everything: the TypeScript bundles and the native addon.
import { buildAddon } from './native.mjs';
import { main, run } from './run.mjs';

await main(async () => {
  run(process.execPath, ['esbuild.mjs', ...process.argv.slice(2)]);
  await buildAddon();
});
