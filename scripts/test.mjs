// npm test: every suite, or those named. Installs what a suite needs where it may. The slowest tests and what failed are
// named at the end, and the last line is the total.
import { ahead, buildAhead } from './ahead.mjs';
import { none, one, showFailures, sum } from './counts.mjs';
import { buildAddon } from './native.mjs';
import { slowest } from './outcomes.mjs';
import { Failed, run } from './run.mjs';
import { differential } from './suites/differential.mjs';
import { e2e } from './suites/e2e.mjs';
import { fuzz } from './suites/fuzz.mjs';
import { lint } from './suites/lint.mjs';
import { native } from './suites/native.mjs';
import { packages } from './suites/package.mjs';
import { pages } from './suites/pages.mjs';
import { unit } from './suites/unit.mjs';

// First those that do without the core's builds, which are made beside them.
const suites = { lint, unit, package: packages, pages, e2e, native, differential, fuzz };

/**
 * Seconds that a suite should not take longer than on two processors: 20 minutes, all together. One that does has not failed. What is installed
 * and built ahead goes on beside the suites up to e2e.
 */
const budgets = {
  build: 10,
  lint: 120,
  unit: 135,
  package: 10,
  pages: 280,
  e2e: 260,
  native: 130,
  differential: 165,
  fuzz: 40,
};

function show({ passed, failed, skipped }) {
  return `${String(passed)} passed, ${String(failed)} failed${skipped > 0 ? `, ${String(skipped)} skipped` : ''}`;
}

/** A suite that cannot run at all counts as one failure, as one does that has no such tests; and the others still run. */
async function attempt(suite, flags, system) {
  try {
    const counts = await suite(flags, system);
    const words = flags.filter((flag) => !flag.startsWith('-'));
    if (suite === build || words.length === 0 || counts.passed + counts.failed + counts.skipped > 0) return counts;
    return one(`no test has ${words.join(' or ')} in its name`, false);
  } catch (error) {
    console.error(error instanceof Failed ? error.message : error);
    return one(error instanceof Error ? error.message : String(error), false);
  }
}

/** Those that do without the tools that are installed meanwhile. */
const withoutTools = ['build', 'lint', 'unit', 'package'];
/** Of these, those that do without Debian's packages, or wait for them by themselves. */
const withoutSystem = ['build', 'lint'];

/** Those that need the core's builds. */
const needBuilds = ['native', 'differential', 'fuzz'];

async function build() {
  run(process.execPath, ['esbuild.mjs']);
  await buildAddon();
  return none;
}

const [named, ...flags] = process.argv.slice(2);
const isWhole = named === undefined;
const chosen = isWhole ? Object.keys(suites) : [named];
const system = isWhole ? ahead('system') : Promise.resolve();
const tools = isWhole ? system.then(() => ahead('tools')) : system;
const results = [];
let stopBuilds = () => undefined;
for (const [name, suite] of [['build', build], ...chosen.map((suite) => [suite, suites[suite]])]) {
  console.log(`\n── ${name} ${'─'.repeat(100 - name.length)}`);
  const start = Date.now();
  if (!withoutSystem.includes(name)) await system;
  if (!withoutTools.includes(name)) await tools;
  if (needBuilds.includes(name)) await stopBuilds();
  const counts = await attempt(suite, flags, system);
  results.push({ name, counts, seconds: (Date.now() - start) / 1000 });
  if (name === 'build' && counts.failed > 0) break;
  if (name === 'build' && isWhole) void tools.then(() => (stopBuilds = buildAhead()));
}

const total = sum(results.map(({ counts }) => counts));
if (total.tests.length > 0) {
  console.log(`\n── slowest ${'─'.repeat(93)}`);
  for (const line of slowest(total.tests, 20)) console.log(line);
}
if (total.failed > 0) console.log(`\n── failed ${'─'.repeat(94)}`);
for (const { name, counts } of results) showFailures(counts, `${name}: `);
console.log(`\n── results ${'─'.repeat(93)}`);
for (const { name, counts, seconds } of results) {
  const over = seconds > budgets[name] ? `, over its budget of ${String(budgets[name])} s` : '';
  console.log(`${name.padEnd(14)} ${seconds.toFixed(0).padStart(4)} s   ${show(counts)}${over}`);
}
if (total.skipped > 0) console.log(`${String(total.skipped)} skipped`);
console.log(show({ ...total, skipped: 0 }));
process.exitCode = total.failed === 0 ? 0 : 1;
