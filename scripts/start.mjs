// npm start: builds, replays a capture of a matrix product that IREE recorded, and opens it in VS Code.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildAddon } from './native.mjs';
import { pack } from './pack.mjs';
import { main, root, run } from './run.mjs';
import { cache, installExtension, newestVscode, vscodeServer, which } from './tools.mjs';

const folder = path.join(root, 'test', 'fixtures');
const capture = path.join(folder, 'models', 'mm256', 'mm256.sync.ireereplay');

function desktop() {
  const display = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  return display ? which('code') : undefined;
}

await main(async () => {
  console.log('Building.');
  run(process.execPath, ['esbuild.mjs', '--log-level=warning']);
  await buildAddon();

  const file = path.relative(process.cwd(), capture);
  console.log(`\n$ bin/ireereplay run --device=local-sync ${file}`);
  run(process.execPath, [path.join(root, 'bin', 'ireereplay'), 'run', '--device=local-sync', file]);
  if (process.argv.includes('--no-open')) return;

  const code = desktop();
  if (code !== undefined) {
    run(code, ['--new-window', `--extensionDevelopmentPath=${root}`, folder, '--goto', capture]);
    return;
  }
  console.log(`\nThere is no desktop VS Code here: serving VS Code ${newestVscode} to the browser.`);
  const server = vscodeServer(newestVscode);
  const vsix = path.join(cache, 'iree-replay.vsix');
  pack(vsix);
  const extensions = path.join(cache, 'extensions');
  installExtension(server, vsix, extensions);
  const env = { ...process.env, IR_VSCODE_NODE: server.node, IR_VSCODE_MAIN: server.main, IR_EXTENSIONS_DIR: extensions };
  const serving = spawn(process.execPath, ['--import', 'tsx', path.join(root, 'scripts', 'serve.ts'), folder, capture], {
    env,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => serving.kill(signal));
});
