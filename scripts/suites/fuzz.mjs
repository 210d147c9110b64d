// Runs every fuzz target for a while. The corpus grows in native/build/corpus; native/fuzz/corpus holds what is kept.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { buildCore } from '../cmake.mjs';
import { filesBelow } from '../files.mjs';
import { follow, root } from '../run.mjs';
import { needSystem } from '../tools.mjs';

/** Captures that every target starts from, beside its own kept corpus. */
const seeds = ['test/fixtures/damaged'];

function option(flags, name, otherwise) {
  const prefix = `--${name}=`;
  return flags.find((flag) => flag.startsWith(prefix))?.slice(prefix.length) ?? otherwise;
}

/** `--seconds=N` for each target, `--target=NAME` for one alone. Each target counts as one test. */
export async function fuzz(flags) {
  needSystem('cmake', 'ninja', 'clang', 'fuzzer');
  const seconds = option(flags, 'seconds', '60');
  const wanted = option(flags, 'target', '');
  const targets = filesBelow(['native/fuzz'], '_fuzz.cc').map((file) => path.basename(file, '.cc'));
  const chosen = targets.filter((target) => wanted === '' || target === wanted || target === `${wanted}_fuzz`);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const folder = await buildCore('fuzz');
  for (const target of chosen) {
    const grown = path.join(root, 'native', 'build', 'corpus', target);
    const artifacts = path.join(root, 'test', 'artifacts', 'fuzz', target);
    for (const directory of [grown, artifacts]) mkdirSync(directory, { recursive: true });
    const corpora = [grown, path.join(root, 'native', 'fuzz', 'corpus', target), ...seeds.map((seed) => path.join(root, seed))].filter(
      existsSync,
    );
    console.log(`${target}: ${seconds} s`);
    const limits = [
      `-max_total_time=${seconds}`,
      '-rss_limit_mb=2048',
      '-timeout=10',
      '-max_len=65536',
      '-print_final_stats=1',
      '-verbosity=0',
    ];
    const { code } = await follow(path.join(folder, target), [...limits, `-artifact_prefix=${artifacts}/`, ...corpora]);
    if (code === 0) counts.passed++;
    else {
      counts.failed++;
      console.log(`${target}: found something, kept in ${path.relative(root, artifacts)}`);
    }
  }
  return counts;
}
