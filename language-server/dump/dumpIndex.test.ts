import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { describe, test } from 'node:test';
import { indexDump } from './dumpIndex';
import { calledFunction, readDumpLine } from './dumpLine';
import { dumpTokens } from './dumpTokens';

const root = path.resolve(import.meta.dirname, '..', '..');

/** What our command prints for the transformer block of the fixtures: the same bytes as iree-dump-replay's. */
function dump(format: 'text' | 'jsonl'): readonly string[] {
  const capture = path.join(root, 'test', 'fixtures', 'models', 'block', 'block.sync.ireereplay');
  const args = [path.join(root, 'bin', 'ireereplay'), 'dump', `--format=${format}`, capture];
  return execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');
}

for (const format of ['text', 'jsonl'] as const) {
  describe(`a dump in ${format}`, () => {
    const lines = dump(format);
    const index = indexDump(lines);

    test('has every record at its line', () => {
      assert.equal(index.lineOf.size, 99);
      for (const [record, line] of index.lineOf) assert.equal(readDumpLine(lines[line] ?? '')?.record, record);
    });

    test('has its scopes, with what lies in them', () => {
      const scopes = index.regions.filter(({ kind }) => kind === 'scope');
      const recordAt = (line: number): number | undefined => readDumpLine(lines[line] ?? '')?.record;
      assert.deepEqual(
        scopes.map(({ name, record, last }) => [name, record, recordAt(last)]),
        [
          ['init', 1, 5],
          ['execute', 65, 96],
          ['deinit', 97, 98],
        ],
      );
    });

    test('has its objects, and every place that names one', () => {
      const { type, line } = index.objects.get('9') ?? {};
      assert.equal(type, 'command_buffer');
      assert.equal(readDumpLine(lines[line ?? 0] ?? '')?.record, 22);
      const places = index.placesOf('9');
      for (const { line: at, start, end } of places) assert.equal((lines[at] ?? '').slice(start, end), '9');
      // The object, the record that makes it, begin, end and 28 commands, and the submission that executes it, which names it twice.
      const naming = new Set(places.map(({ line: at }) => readDumpLine(lines[at] ?? '')?.record));
      assert.ok(naming.has(21) && naming.has(25) && naming.has(82) && !naming.has(83));
    });

    test('knows which function a dispatch calls', () => {
      const dispatches = index.landmarks.filter(({ kind }) => kind === 'dispatch');
      assert.equal(dispatches.length, 16);
      assert.deepEqual(
        dispatches.slice(0, 2).map(({ record, executable, ordinal }) => [record, executable, ordinal]),
        [
          [25, '4', 0],
          [28, '4', 1],
        ],
      );
      const called = calledFunction(lines[dispatches[1]?.line ?? 0] ?? '');
      assert.equal((lines[dispatches[1]?.line ?? 0] ?? '').slice(called?.start, called?.end), '1');
    });

    test('is coloured without a character in two tokens', () => {
      for (const line of lines) {
        let end = 0;
        for (const { start, length } of dumpTokens(line)) {
          assert.ok(start >= end && length > 0, line);
          end = start + length;
        }
      }
      const dispatch = lines[index.lineOf.get(25) ?? 0] ?? '';
      const operation = dumpTokens(dispatch).find(({ type }) => type === 'function');
      assert.match(dispatch.slice(operation?.start, (operation?.start ?? 0) + (operation?.length ?? 0)), /^"?command_buffer\.dispatch/);
    });
  });
}

test('what is no record is none', () => {
  for (const line of ['', 'records:', '{"kind":"file"}', '  @12 #', '{', '  @24 #x operation dev=0'])
    assert.equal(readDumpLine(line), undefined);
});

test('a scope that does not end lasts to the end, and ends are those of the innermost of their name', () => {
  const line = (record: number, what: string, name: string): string =>
    `  @0 #${String(record)} operation   dev=0 obj=0 rel=0 thread=0 status=OK op=replay.scope_${what} payload=replay_scope(27) name="${name}"`;
  const lines = [
    line(0, 'begin(50)', 'a'),
    line(1, 'begin(50)', 'a \\"b\\"'),
    line(2, 'begin(50)', 'a'),
    line(3, 'end(51)', 'a'),
    line(4, 'end(51)', 'other'),
  ];
  assert.deepEqual(
    indexDump(lines).regions.map(({ name, first, last }) => [name, first, last]),
    [
      ['a', 0, 4],
      ['a "b"', 1, 4],
      ['a', 2, 3],
    ],
  );
});
