// npm run fuzz -- [--seconds=N] [--target=NAME] [--seed=N]; another seed each time where none is named
import { main } from './run.mjs';
import { fuzz } from './suites/fuzz.mjs';

await main(async () => {
  const { passed, failed } = await fuzz([...process.argv.slice(2), '--seed=0']);
  console.log(`${String(passed)} passed, ${String(failed)} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
});
