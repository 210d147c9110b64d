// npm run lint, npm run lint:tidy, npm run format
import { showFailures } from './counts.mjs';
import { main } from './run.mjs';
import { lint, tidy } from './suites/lint.mjs';

await main(async () => {
  const flags = process.argv.slice(2);
  const counts = flags.includes('tidy') ? await tidy() : await lint(flags);
  showFailures(counts, 'failed: ');
  process.exitCode = counts.failed === 0 ? 0 : 1;
});
