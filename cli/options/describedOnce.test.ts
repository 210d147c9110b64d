/** What a description says is said everywhere, and nowhere else. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { commandLine } from '../../protocol/commands/commandLine';
import { COMMANDS } from '../../protocol/jobs/all';
import { job } from '../../protocol/jobs/job';
import { option } from '../../protocol/jobs/option';
import { wholeNumber } from '../../protocol/jobs/texts';
import { jsonText } from '../../protocol/base/jsonText';
import { checkout, fixture, ireereplay } from '../../test/programs';
import { commandHelp } from './help';
import { parse } from './parse';
import { reference } from './reference';
import { jobSchema } from '../commands/schema';

const toy = <Entries extends v.ObjectEntries>(entries: Entries) =>
  job({
    name: 'toy',
    summary: 'play',
    description: 'Plays.',
    examples: ['a.ireereplay'],
    options: v.object({ capture: v.string(), ...entries }),
    output: v.object({}),
    result: () => Promise.resolve(v.object({ played: v.boolean() })),
  });

test('an option that is added to a job is in its help, its command line, its schema and the reference', async () => {
  const before = toy({});
  const after = toy({
    warmth: v.exactOptional(option(wholeNumber(1, 9), { flag: 'toy_warmth', placeholder: 'N', description: 'How warm it is.' }), 3),
  });
  const said = {
    help: [commandHelp(before), commandHelp(after), '  --toy_warmth=N\n      How warm it is.\n'],
    line: [commandLine(before, { capture: 'a' }), commandLine(after, { capture: 'a', warmth: 7 }), 'ireereplay toy --toy_warmth=7 a'],
    reference: [reference([before]), reference([after]), '- `--toy_warmth=N`: How warm it is. Default: `3`.\n'],
  };
  for (const [where, [without = '', withIt = '', text = '']] of Object.entries(said)) {
    assert.ok(!without.includes('warmth'), where);
    assert.ok(withIt.includes(text), `${where}: ${withIt}`);
  }
  assert.ok(!JSON.stringify(await jobSchema(before)).includes('warmth'));
  const { options } = (await jobSchema(after)) as { readonly options: { readonly properties: Readonly<Record<string, unknown>> } };
  assert.deepEqual(options.properties['warmth'], {
    ...{ type: 'integer', minimum: 1, maximum: 9, default: 3 },
    ...{ description: 'How warm it is.', flag: 'toy_warmth', placeholder: 'N' },
  });
  assert.deepEqual(parse(after, ['--toy_warmth=7', 'a']).options, { capture: 'a', warmth: 7 });
  assert.throws(() => parse(after, ['--toy_warmth=10', 'a']), /--toy_warmth=10 is not a whole number from 1 to 9/);
});

test('the reference matches the descriptions: npm run docs writes it', () => {
  assert.equal(readFileSync(path.join(checkout, 'docs', 'command-line.md'), 'utf8'), reference(COMMANDS));
});

test('every command has schemas, which the command line prints', async () => {
  const { status, stdout } = ireereplay('schema');
  assert.equal(status, 0);
  const schemas = JSON.parse(stdout.toString()) as Readonly<Record<string, unknown>>;
  for (const one of COMMANDS) assert.deepEqual(schemas[one.name], await jobSchema(one), one.name);
  assert.equal(Object.keys(schemas).length, COMMANDS.length);
  assert.deepEqual(JSON.parse(ireereplay('schema', 'run').stdout.toString()), schemas['run']);
  assert.equal(ireereplay('schema', 'nothing').status, 2);
});

test('what commands print as JSON matches their schemas', async () => {
  const small = fixture('small.ireereplay');
  const substitution = `--replay_executable_substitution=all=${fixture('models/mm256/kernels/tile.so')}`;
  const model = fixture('models/mm256/mm256.sync.ireereplay');
  for (const [name, ...args] of [
    ['info', small],
    ['preflight', small],
    ['run', small],
    ['verify', small],
    ['verify', '--level=dispatch', substitution, model],
    ['substitute', '--pairs=10', '--seconds=1', substitution, model],
  ]) {
    const { stdout, stderr } = ireereplay(name ?? '', '--format=json', ...args);
    const described = COMMANDS.find((one) => one.name === name);
    assert.ok(described !== undefined);
    const result = v.safeParse(await described.result(), JSON.parse(stdout.toString()));
    assert.ok(result.success, `${name ?? ''} ${stderr} ${JSON.stringify(result.issues?.[0])}`);
    // Nothing is printed that is not described.
    assert.deepEqual(JSON.parse(jsonText(result.output)), JSON.parse(stdout.toString()), name);
  }
});
