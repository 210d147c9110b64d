/** The operations of real traces, against what TraceLens' Event Replay describes of them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { DescribedTorchOperation, TorchUndescribed } from '../../protocol/torch/description';
import { readTorchTrace } from '../../engine/addon/torch';
import { describe } from '../../engine/torch/describe';
import { descriptionsText, readDescriptions } from '../../engine/torch/descriptionFile';
import { readSchemaTable, type SchemaTable } from '../../engine/torch/schemaTable';
import { checkout, fixture } from '../programs';

const folder = fixture('neighbours/pytorch');
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.json.gz') ? [file.slice(0, -'.json.gz'.length)] : []));
const table = readSchemaTable(path.join(checkout, 'engine', 'torch'));

async function describedOf(name: string, schemas: SchemaTable): Promise<readonly DescribedTorchOperation[]> {
  const { operations } = await (await readTorchTrace(path.join(folder, `${name}.json.gz`))).operations();
  return operations.map((operation) => ({
    name: operation.name,
    count: operation.count,
    ...(operation.externalId === undefined ? {} : { externalId: operation.externalId }),
    ...describe(operation, schemas),
  }));
}

/** Different operations with shapes, and of those aten's; each of aten's has a description. */
const COUNTS: Readonly<Record<string, readonly [number, number]>> = {
  'bert-small-h100': [75, 75],
  'bert-small-mi300': [77, 77],
  'cpu-odd': [141, 141],
  'cpu-train': [101, 83],
  'eager-b200': [217, 201],
  'gpu-only-mi210': [0, 0],
  normalization: [157, 140],
  'sglang-decode': [43, 43],
  'torch-compile-triton': [21, 17],
  'vit-h100': [68, 68],
  'vllm-graph-execution': [51, 50],
};

/** Why the others have none, and how many of each trace. */
const REASONS: Readonly<Record<string, Partial<Record<TorchUndescribed['reason'], number>>>> = {
  'cpu-train': { range: 9, 'backward-node': 9 },
  'eager-b200': { compiled: 1, library: 11, range: 1 },
  normalization: { range: 6, 'backward-node': 11 },
  'torch-compile-triton': { compiled: 4 },
  'vllm-graph-execution': { library: 1 },
};

test('every trace of the fixtures is counted', () => assert.deepEqual(names, Object.keys(COUNTS)));

for (const name of names) {
  test(`every aten operation of ${name} has a description, and every other one that or a reason`, async () => {
    const operations = await describedOf(name, await table);
    const aten = operations.filter((each) => each.name.startsWith('aten::'));
    assert.deepEqual([operations.length, aten.length], COUNTS[name]);
    assert.deepEqual(
      aten.flatMap(({ undescribed }) => undescribed ?? []),
      [],
    );
    const reasons: Partial<Record<TorchUndescribed['reason'], number>> = {};
    for (const { undescribed } of operations)
      if (undescribed !== undefined) reasons[undescribed.reason] = (reasons[undescribed.reason] ?? 0) + 1;
    assert.deepEqual(reasons, REASONS[name] ?? {});
    for (const { name: each, undescribed } of operations)
      assert.ok(undescribed === undefined || undescribed.message.startsWith(`${each}: `));
    assert.deepEqual(
      operations.flatMap(({ description }) => description?.ambiguous ?? []),
      [],
      'no overload is a guess',
    );
  });

  test(`what is written of ${name} reads as it was`, async () => {
    const schemas = await table;
    const described = (await describedOf(name, schemas)).filter(({ description }) => description !== undefined);
    const text = descriptionsText(described);
    assert.equal(descriptionsText(readDescriptions(text, schemas)), text);
    assert.doesNotThrow(() => JSON.parse(text) as unknown, 'also by readers that know only JSON');
  });
}

/** TraceLens' form of a description, and what we add beside arguments. */
interface TraceLensArgument {
  readonly arg_name: string;
  readonly arg_type: string;
  readonly value: unknown;
  readonly unknown?: unknown;
  readonly tensor?: unknown;
}

interface TraceLensDescription {
  readonly op_name: string;
  readonly replay_ir: { readonly list_pos_args: readonly TraceLensArgument[]; readonly list_kwargs: readonly TraceLensArgument[] };
}

interface Golden {
  readonly external_id: number;
  readonly info: TraceLensDescription;
}

/** Both lists of arguments in turn, as TraceLens has them. */
const argumentsOf = ({ replay_ir: { list_pos_args: positional, list_kwargs: keywords } }: TraceLensDescription): readonly unknown[] =>
  [positional, keywords].map((list) => list.map(({ arg_name, arg_type, value }) => ({ arg_name, arg_type, value })));

interface Initialized {
  readonly dtype: string;
  init: string | null;
}

const isInitialized = (value: unknown): value is Initialized => typeof value === 'object' && value !== null && 'init' in value;

/**
 * TraceLens' description with the one thing in which ours are meant to differ, what tensors hold before the operation. TraceLens says that
 * all are of the normal distribution but those of fill_ and copy_ that are overwritten. Of integers and booleans it then refuses to make such
 * values: ours say which they are to be. And further tensors are overwritten: those of zero_, and `out` or `grad_input` by name.
 */
function expected({ info }: Golden): TraceLensDescription {
  const own = structuredClone(info);
  const { list_pos_args: positional, list_kwargs: keywords } = own.replay_ir;
  for (const { value, arg_type: type, arg_name: name } of [...positional, ...keywords]) {
    if (!isInitialized(value) || value.init === null) continue;
    if (value.dtype === 'bool') value.init = 'booleans';
    if (value.dtype === 'int' || value.dtype === 'long int') value.init = 'integers';
    if (own.op_name === 'aten::zero_') value.init = null;
    if (type === 'Tensor(a!)' && keywords.some((each) => each.arg_name === name)) value.init = null;
  }
  return own;
}

const goldens = readdirSync(path.join(folder, 'tracelens-ir'));

test('the goldens are of six traces', () => assert.equal(goldens.length, 6));

for (const file of goldens) {
  const name = file.replace('.ir.json.gz', '');
  const described = JSON.parse(gunzipSync(readFileSync(path.join(folder, 'tracelens-ir', file))).toString()) as readonly Golden[];

  test(`${name} is described as TraceLens describes it, where it does`, async () => {
    const operations = await describedOf(name, await table);
    const ours = JSON.parse(descriptionsText(operations)) as readonly (TraceLensDescription & {
      readonly ireereplay: { readonly external_id: number };
    })[];
    const byId = new Map(ours.map((each) => [each.ireereplay.external_id, each]));
    assert.ok(described.length > 20);
    for (const golden of described) {
      const own = byId.get(golden.external_id) ?? assert.fail(`${golden.info.op_name} ${golden.external_id} is not among ours`);
      assert.equal(own.op_name, golden.info.op_name);
      assert.deepEqual(argumentsOf(own), argumentsOf(expected(golden)), golden.info.op_name);
    }
  });

  test(`TraceLens' descriptions of ${name} are read`, async () => {
    const text = JSON.stringify(described.map(({ info }) => info));
    const read = readDescriptions(text, await table);
    const again = JSON.parse(descriptionsText(read)) as readonly TraceLensDescription[];
    assert.deepEqual(
      again.map(argumentsOf),
      described.map(({ info }) => argumentsOf(info)),
    );
  });
}
