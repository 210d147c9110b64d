/**
 * Outputs by IREE's own tool where something happens to its run at any moment: it ends with a sentence and leaves nothing behind, or it is
 * whole. IR_TORN_RUNS says how many runs there are of each kind.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { runByIree } from '../../engine/iree/replay';
import { fixture, temporaryFolder } from '../programs';
import { seeded } from '../randomOptions';
import { toolsThat } from '../unit/scriptedIree';
import { ireeAtOnceProgram } from './ireeTools';

const RUNS = Number(process.env['IR_TORN_RUNS'] ?? 25);

const folder = temporaryFolder();
const SUBJECTS = [
  { capture: fixture('small.ireereplay'), devices: ['local-sync'] },
  { capture: fixture('models/dynamic/dynamic-vulkan.ireereplay'), devices: ['vulkan'] },
] as const;
type Subject = (typeof SUBJECTS)[number];
const program = ireeAtOnceProgram('iree-run-replay');
const random = seeded(7);
const below = (bound: number): number => Math.floor(random() * bound);

let tools = 0;
async function outputsOf(subject: Subject, script: string): Promise<ReadonlyMap<string, string> | Error> {
  const scripted = toolsThat(folder, `tools ${String(tools++)}`, script);
  const outputs = path.join(scripted.folder, 'outputs');
  const run = { ...subject, fileRemaps: [], outputs };
  try {
    await runByIree(scripted, run, AbortSignal.timeout(60_000));
  } catch (error) {
    assert.ok(error instanceof Error);
    assert.ok(!existsSync(outputs), `nothing is left behind: ${error.message}`);
    return error;
  }
  const files = readdirSync(outputs).sort();
  assert.ok(!files.some((name) => name.startsWith('.')), 'nothing is left beside the outputs');
  return new Map(files.map((name) => [name, readFileSync(path.join(outputs, name), 'base64')]));
}

const tool = `'${program}' "$@"`;
const whole = new Map(SUBJECTS.map((subject) => [subject, outputsOf(subject, `exec ${tool}`)]));

/** What happens to a run, at a moment or a place of chance. */
const KINDS: readonly (readonly [what: string, script: (subject: Subject) => string])[] = [
  ['the tool is killed', () => `exec timeout -s KILL ${(below(80) / 1000).toFixed(3)} ${tool}`],
  ['the tool crashes', () => `${tool} & sleep ${(below(60) / 1000).toFixed(3)}; kill -SEGV $! 2>/dev/null; wait $!`],
  ['no file may grow', () => `exec prlimit --fsize=${String(below(4096))} ${tool}`],
  ['the copy is cut off', ({ capture }) => `truncate -s ${String(below(statSync(capture).size))} "$copy"; exec ${tool}`],
  ['its files are removed', () => `rm -f "$files"/*.bin; exec ${tool}`],
  ['a file is removed meanwhile', () => `${tool} & sleep ${(below(60) / 1000).toFixed(3)}; rm -f "$files"/*0-*.bin; wait $!`],
  ['a file becomes shorter', () => `${tool}; status=$?; truncate -s 3 "$files"/*.bin; exit $status`],
  ['the copy is removed', () => `rm "$copy"; exec ${tool}`],
];

let failed = 0;
for (const [what, script] of KINDS) {
  test(`${what}: it is said, and nothing is left behind, or all is there`, async () => {
    for (let i = 0; i < RUNS; i++) {
      const subject = SUBJECTS[i % 5 === 0 ? 1 : 0];
      const wanted = await whole.get(subject);
      assert.ok(wanted instanceof Map);
      const line = script(subject);
      const found = await outputsOf(subject, line);
      if (found instanceof Error) {
        failed++;
        assert.match(found.message, /\w \w/, line);
      } else assert.deepEqual(found, wanted, line);
    }
  });
}

test('most of them failed', () => {
  assert.ok(failed > (RUNS * KINDS.length) / 3, String(failed));
});
