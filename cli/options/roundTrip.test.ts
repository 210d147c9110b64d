/** A copied command line asks for the same, for every command and its options. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import * as v from 'valibot';
import { COMMANDS } from '../../protocol/jobs/all';
import { commandLine } from '../../protocol/commands/commandLine';
import { flagsOfWork, type Job } from '../../protocol/jobs/job';
import { askedAtRandom, seeded, type Random } from '../../test/randomOptions';
import { parse } from './parse';

const CASES = 40;

/** What a shell makes of each line, "ireereplay" left out. */
function words(lines: readonly string[]): readonly (readonly string[])[] {
  const script = lines.map((line) => `printf '%s\\0' ${line}; printf '\\1\\0'`).join('\n');
  const out = execFileSync('/bin/sh', [], { input: script, encoding: 'utf8', maxBuffer: 1 << 26 });
  return out
    .split('\u0001\0')
    .slice(0, -1)
    .map((line) => line.split('\0').slice(1, -1));
}

for (const job of COMMANDS) {
  test(`of ${job.name}`, () => {
    const random = seeded(job.name.length);
    const options = Array.from({ length: CASES }, () => told(job, random));
    const lines = words(options.map((one) => commandLine(job, one)));
    for (const [index, one] of options.entries()) {
      const line = (lines[index] ?? []).slice(job.name.split(' ').length);
      assert.deepEqual(parse(job, line).options, one, line.join(' '));
    }
  });
}

/** Options that a command line can express: random ones, as the job is told them. */
function told(job: Job, random: Random): v.InferOutput<Job['options']> {
  for (;;) {
    const asked = v.safeParse(job.asked, askedAtRandom(job, random));
    if (!asked.success) assert.fail(`made what is not valid: ${asked.issues[0].message}`);
    const options = v.safeParse(job.options, job.told(asked.output));
    if (options.success && job.contradiction(asked.output) === undefined) return options.output;
  }
}

test('a command line leaves out defaults', () => {
  // Those that ask for nothing but a file.
  for (const job of COMMANDS.filter((one) => flagsOfWork(one).every(({ required }) => !required))) {
    if (job.file === 'none') {
      assert.equal(commandLine(job, {}), `ireereplay ${job.name}`);
      continue;
    }
    const replay = { capture: 'a.ireereplay', devices: [], fileRemaps: [] };
    const options = 'capture' in job.options.entries ? replay : { run: replay };
    assert.equal(commandLine(job, options), `ireereplay ${job.name} a.ireereplay`);
  }
});
