#!/usr/bin/env node
// Stands where @vscode/test-cli expects the desktop program: TypeScript runs through tsx.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('serverAsDesktop.ts', import.meta.url));
const { status } = spawnSync(process.execPath, ['--import', 'tsx', script, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
