// Prints the addon's C++ sources, one per line: the core's list, which the native tests share, and the N-API glue.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const core = readFileSync(new URL('native/core/sources.txt', root), 'utf8').split(/\s+/).filter(Boolean);
const addon = readdirSync(fileURLToPath(new URL('native/addon', root))).filter((name) => name.endsWith('.cc'));
console.log([...core.map((file) => `native/core/${file}`), ...addon.sort().map((file) => `native/addon/${file}`)].join('\n'));
