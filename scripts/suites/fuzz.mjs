// Runs every fuzz target for a while. The corpus grows in native/build/corpus; native/fuzz/corpus holds what is kept.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { buildCore } from '../cmake.mjs';
import { one, sum } from '../counts.mjs';
import { filesBelow } from '../files.mjs';
import { option } from '../flags.mjs';
import { follow, onEachProcessor, root } from '../run.mjs';
import { needSystem } from '../tools.mjs';

/** What a target starts from, besides its own corpus. */
function seedsOf(target) {
  if (target === 'executable_fuzz') return ['test/fixtures/kernels', 'test/fixtures/models/mm256/kernels'];
  // What breaks a reader of captures may break a replay of them.
  if (target === 'plan_fuzz') return ['test/fixtures/damaged', 'native/fuzz/corpus/capture_fuzz'];
  return target === 'capture_fuzz' ? ['test/fixtures/damaged'] : [];
}

/** Runs a target; it has failed if it found something. */
async function runTarget(target, program, { seconds, seed }) {
  const grown = path.join(root, 'native', 'build', 'corpus', target);
  const artifacts = path.join(root, 'test', 'artifacts', 'fuzz', target);
  for (const directory of [grown, artifacts]) mkdirSync(directory, { recursive: true });
  const kept = [`native/fuzz/corpus/${target}`, ...seedsOf(target)].map((folder) => path.join(root, folder));
  const limits = [
    `-max_total_time=${seconds}`,
    `-seed=${seed}`,
    // A stranger's file must not swallow the machine: one allocation, all of them, and the time of one input.
    '-malloc_limit_mb=512',
    '-rss_limit_mb=1536',
    '-timeout=10',
    '-max_len=262144',
    '-print_final_stats=1',
    '-verbosity=0',
    '-print_funcs=0',
  ];
  const flags = [...limits, `-artifact_prefix=${artifacts}/`, grown, ...kept.filter(existsSync)];
  const { code, output } = await follow(program, flags, { quiet: true });
  const stat = (name) => new RegExp(`^stat::${name}:\\s*(\\d+)`, 'm').exec(output)?.[1] ?? '?';
  if (code === 0)
    console.log(`${target}: ${seconds} s, ${stat('number_of_executed_units')} inputs, ${stat('peak_rss_mb')} MB, found nothing`);
  else console.log(output);
  return one(`${target} found something, kept in ${path.relative(root, artifacts)}`, code === 0);
}

/**
 * `--seconds=N` for each target, `--target=NAME` for a single one; one per processor. Each target counts as one test. Merging must not
 * depend on chance: without `--seed=N` every run tries the same inputs, as far as it gets; for 0 libFuzzer makes a new seed.
 */
export async function fuzz(flags) {
  needSystem('compiler', 'cmake', 'ninja', 'googletest', 'zlib', 'clang', 'fuzzer');
  const how = { seconds: option(flags, 'seconds', '3'), seed: option(flags, 'seed', '1') };
  const wanted = option(flags, 'target', '');
  const targets = filesBelow(['native/fuzz'], '_fuzz.cc').map((file) => path.basename(file, '.cc'));
  const chosen = targets.filter((target) => wanted === '' || target === wanted || target === `${wanted}_fuzz`);
  const counts = [];
  const folder = await buildCore('sanitized', 'fuzz_targets');
  await onEachProcessor(chosen, async (target) => {
    counts.push(await runTarget(target, path.join(folder, target), how));
  });
  return sum(counts);
}
