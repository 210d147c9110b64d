/** What tasks.json may have of a recording is what the job takes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { record } from '../../protocol/jobs/record';
import { checkout } from '../programs';

interface Manifest {
  readonly contributes: {
    readonly taskDefinitions: readonly {
      readonly type: string;
      readonly required: readonly string[];
      readonly properties: Readonly<Record<string, { readonly type: string; readonly enum?: readonly string[] }>>;
    }[];
    readonly problemMatchers: readonly { readonly pattern: { readonly regexp: string } }[];
  };
}

const { contributes } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as Manifest;
const definition = contributes.taskDefinitions.find(({ type }) => type === 'ireereplay');

/** The schema of an option, under what says that it may be left out. */
const plain = (schema: unknown): { readonly type: string; readonly options?: readonly string[] } => {
  const { type, wrapped } = schema as { readonly type: string; readonly wrapped?: unknown };
  return type === 'exact_optional' ? plain(wrapped) : (schema as { readonly type: string });
};

test('its properties are the options of ireereplay record, but where programs and folders are', () => {
  const { kind, ...properties } = definition?.properties ?? {};
  assert.deepEqual(kind?.enum, ['record']);
  const options = Object.entries(record.options.entries).filter(([name]) => !['iree', 'folder'].includes(name));
  assert.deepEqual(Object.keys(properties).sort(), options.map(([name]) => name).sort());
  for (const [name, schema] of options) {
    const { type, options: words } = plain(schema);
    const wanted = { picklist: 'string', number: 'integer' }[type] ?? type;
    assert.equal(properties[name]?.type, wanted, name);
    assert.deepEqual(properties[name].enum, words, name);
  }
});

test("its problem matcher finds what IREE's compiler says of a line", () => {
  const pattern = new RegExp(contributes.problemMatchers[0]?.pattern.regexp ?? '');
  const said = "models/a.mlir:12:8: error: custom op 'foo' is unknown";
  assert.deepEqual(pattern.exec(said)?.slice(1), ['models/a.mlir', '12', '8', 'error', "custom op 'foo' is unknown"]);
  assert.equal(pattern.exec('    ^ 12:8: error: excerpt')?.[1], undefined);
});
