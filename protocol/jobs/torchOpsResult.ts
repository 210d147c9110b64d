/** What torch ops finds: the operations of a trace of PyTorch, described by the schemas of their operators. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count, u64 } from './problem';

const sizes = v.array(v.pipe(v.number(), v.safeInteger()));

/**
 * Why a value, or a part of it, is not known:
 * `text`, `device`, `generator`, `object`: the profiler records no values of this type, and None is not told from one;
 * `long-list`: it records no lists of more than 30 numbers;
 * `optional-tensors`: it records no lists of tensors that may be None;
 * `long-tensor-list`: it records no shapes of lists of more than 30 tensors;
 * `list-types`: it records no types of the tensors of a list, and leaves out those that are undefined;
 * `undefined-tensor`: a tensor that is undefined, nested or of sizes that are symbols;
 * `values`: the trace has no values of numbers;
 * `strides`: the trace has no strides.
 */
const unknown = v.picklist([
  ...(['text', 'device', 'generator', 'object', 'long-list', 'optional-tensors', 'long-tensor-list', 'list-types'] as const),
  ...(['undefined-tensor', 'values', 'strides'] as const),
]);

/** What a tensor's elements should be before its operation. Traces have no data: these are valid values, not those of the program. */
const initialization = v.variant('by', [
  /** Of the standard normal distribution; `positive`: their absolute values. */
  v.object({ by: v.picklist(['normal', 'positive']) }),
  /** Evenly from 0 to 1. */
  v.object({ by: v.literal('probabilities') }),
  /** True or false, evenly. */
  v.object({ by: v.literal('booleans') }),
  /** Whole numbers from `least` to `most`, evenly. */
  v.object({ by: v.literal('integers'), least: v.number(), most: v.number() }),
  /** Whole numbers that never fall, from 0 to `most`, evenly spaced. */
  v.object({ by: v.literal('offsets'), most: v.number() }),
  /** As memory is: the operation writes it without reading it. */
  v.object({ by: v.literal('nothing') }),
]);

const tensor = v.object({
  shape: sizes,
  /** As C++ has it: "float", "long int", "c10::BFloat16". Absent where it is not known. */
  dtype: v.exactOptional(v.string()),
  /** In elements. Absent where they are not known. */
  strides: v.exactOptional(sizes),
  /** Elements from the beginning of its storage. Absent where it is not known: PyTorch's profiler does not record it. */
  storageOffset: v.exactOptional(count),
  /** At least so many elements are in its storage, since the operation reaches them. Absent where its shape and strides reach further. */
  storageElements: v.exactOptional(count),
  initialization,
});

/** Numbers as PyTorch writes them, so that they stay exact: "9223372036854775807", "0.5", "-inf", "1+2j". */
const value = v.variant('kind', [
  v.object({ kind: v.literal('none') }),
  v.object({ kind: v.literal('unknown') }),
  v.object({ kind: v.literal('boolean'), value: v.boolean() }),
  v.object({ kind: v.picklist(['integer', 'float', 'complex', 'text']), value: v.string() }),
  v.object({ kind: v.literal('booleans'), values: v.array(v.boolean()) }),
  v.object({ kind: v.picklist(['integers', 'floats', 'numbers', 'texts']), values: v.array(v.string()) }),
  v.object({ kind: v.literal('tensor'), tensor }),
  v.object({ kind: v.literal('tensors'), tensors: v.array(tensor) }),
]);

const argument = v.object({
  name: v.string(),
  /** By the schema: "Tensor(a!)", "int[2]", "float?". An exclamation mark: it is written. */
  type: v.string(),
  /** Given by its name. */
  keyword: v.boolean(),
  /** `unknown` where `unknown` says why. A value beside that is known only in part, or what an absent value would look like. */
  value,
  unknown: v.exactOptional(unknown),
  /** Of the schema, where the value is unknown and there is one. */
  initial: v.exactOptional(v.string()),
});

const description = v.object({
  /** The operator with its overload: "aten::add.Tensor". */
  overload: v.string(),
  /** The version of PyTorch that the schema is of. */
  pytorch: v.string(),
  arguments: v.array(argument),
  /** Further overloads that the trace does not tell from this one, although their arguments differ in name or type. */
  ambiguous: v.exactOptional(v.array(v.string())),
});

/**
 * Why an operation has no description:
 * `range`: a range that the profiler or a program names, not an operator;
 * `backward-node`: a node of the backward pass, whose operators the trace has themselves;
 * `compiled`: a kernel that PyTorch's compiler made for this program;
 * `library`: an operator of a library whose schemas are not in the table;
 * `operator`: an operator that the table's versions of PyTorch do not have;
 * `arguments`: none of its overloads takes these arguments;
 * `record`: what the trace has of it contradicts itself.
 */
const undescribed = v.object({
  reason: v.picklist(['range', 'backward-node', 'compiled', 'library', 'operator', 'arguments', 'record']),
  /** In a sentence, with what it is of. */
  message: v.string(),
});

const operation = v.object({
  name: v.string(),
  /** Calls with these very arguments. */
  count,
  /** Of the first of them, as the trace has it. */
  externalId: v.exactOptional(count),
  /** One of these two is there. */
  description: v.exactOptional(description),
  undescribed: v.exactOptional(undescribed),
});

export const torchOpsResult = v.object({
  /** Different operations: by name, shapes, types, strides and values. */
  operations: v.array(
    v.object({
      ...operation.entries,
      /** From 1, among all of the file: how --operation of other jobs names it. */
      number: count,
    }),
  ),
  /** Of these, as many have a description. */
  described: count,
  /** Those of PyTorch's own library, aten, and how many of them have a description. */
  aten: v.object({ operations: count, described: count }),
  /** Operations that the trace has without shapes: what they were given is not known, and they are not among the above. */
  withoutShapes: count,
  /** What of the trace could not be read, and the bytes, unpacked, before which it is. */
  problems: v.array(v.object({ message: v.string(), offset: u64 })),
});

export type TorchUnknown = v.InferOutput<typeof unknown>;
export type TorchInitialization = ResultOf<typeof initialization>;
export type TorchTensor = ResultOf<typeof tensor>;
export type TorchValue = ResultOf<typeof value>;
export type TorchArgument = ResultOf<typeof argument>;
export type TorchDescription = ResultOf<typeof description>;
export type TorchUndescribed = ResultOf<typeof undescribed>;
export type DescribedTorchOperation = ResultOf<typeof operation>;
export type TorchOps = ResultOf<typeof torchOpsResult>;
