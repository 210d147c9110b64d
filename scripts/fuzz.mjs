// npm run fuzz -- [--seconds=N] [--target=NAME] [--seed=N]; a different seed each time unless given
import { showFailures } from './counts.mjs';
import { main } from './run.mjs';
import { fuzz } from './suites/fuzz.mjs';

await main(async () => {
  const counts = await fuzz([...process.argv.slice(2), '--seed=0']);
  const { passed, failed } = counts;
  showFailures(counts, 'failed: ');
  console.log(`${String(passed)} passed, ${String(failed)} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
});
