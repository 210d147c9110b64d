// npm run lint, npm run lint:tidy, npm run format
import { main } from './run.mjs';
import { lint, tidy } from './suites/lint.mjs';

await main(async () => {
  const flags = process.argv.slice(2);
  const { failed } = flags.includes('tidy') ? await tidy() : await lint(flags);
  process.exitCode = failed === 0 ? 0 : 1;
});
