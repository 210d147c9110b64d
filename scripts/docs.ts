// npm run docs: writes docs/command-line.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { reference } from '../cli/options/reference';
import { COMMANDS } from '../protocol/jobs/all';

mkdirSync('docs', { recursive: true });
writeFileSync('docs/command-line.md', reference(COMMANDS));
