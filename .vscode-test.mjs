// Tests inside the extension host: desktop VS Code on a user's machine, or, when npm run test:e2e names one, a VS Code server.
import { defineConfig } from '@vscode/test-cli';
import { build } from 'esbuild';
import { readdirSync } from 'node:fs';

const tests = readdirSync(new URL('test/host', import.meta.url)).filter((file) => file.endsWith('.test.ts'));
await build({
  entryPoints: tests.map((file) => `test/host/${file}`),
  outdir: 'test/artifacts/host',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  sourcemap: 'inline',
  external: ['vscode'],
  logLevel: 'warning',
});

export default defineConfig({
  files: 'test/artifacts/host/*.test.cjs',
  workspaceFolder: 'test/fixtures',
  mocha: { ui: 'bdd', timeout: 60_000 },
  ...(process.env.IR_VSCODE_MAIN
    ? { useInstallation: { fromPath: new URL('test/host/serverAsDesktop.mjs', import.meta.url).pathname } }
    : {}),
});
