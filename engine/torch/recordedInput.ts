/**
 * What Kineto has of each argument of a call. PyTorch's profiler tells tensors, lists of tensors, numbers (booleans among them) and lists of
 * at most 30 numbers; of all else it says nothing (torch/csrc/profiler/collection.cpp, InputOutputEncoder).
 */
import type { TorchOperation } from '../../protocol/torch/operation';

/** A tensor as recorded; strides are absent of old traces, and the type of tensors in a list. */
export interface RecordedTensor {
  readonly shape: readonly number[];
  readonly dtype?: string;
  readonly strides?: readonly number[];
}

/** A number as PyTorch writes it, which tells its type: "1", "1.", "True", "1+2j". */
export interface RecordedNumber {
  readonly type: 'boolean' | 'integer' | 'float' | 'complex';
  readonly text: string;
}

export type RecordedInput =
  | { readonly kind: 'tensor'; readonly tensor: RecordedTensor }
  | { readonly kind: 'tensors'; readonly tensors: readonly RecordedTensor[] }
  /** `number` is absent where the trace has no values. */
  | { readonly kind: 'number'; readonly number?: RecordedNumber }
  /** So are `numbers`. */
  | { readonly kind: 'numbers'; readonly numbers?: readonly RecordedNumber[] }
  /** A list of which nothing else is known: older versions say so of any list. */
  | { readonly kind: 'list' }
  /** None, or of a type that is not recorded; `text` where there is one all the same. */
  | { readonly kind: 'nothing'; readonly text?: string };

/** What versions before Kineto's own names call numbers (c10::IValue::tagKind). */
const NUMBERS: ReadonlySet<string> = new Set(['Scalar', 'Int', 'Double', 'Bool', 'ComplexDouble', 'SymInt', 'SymFloat', 'SymBool']);

/** Reads the inputs of an operation. Throws a sentence with the argument, counted from 1, whose record is none. */
export function recordedInputs({ inputDims, inputTypes, inputStrides, concreteInputs }: TorchOperation): readonly RecordedInput[] {
  const dims = listOf(inputDims, inputTypes.length, 'Input Dims');
  const strides = inputStrides === undefined ? undefined : listOf(inputStrides, inputTypes.length, 'Input Strides');
  const given = concreteInputs.length === 0 ? undefined : listOf(concreteInputs, inputTypes.length, 'Concrete Inputs');
  return inputTypes.map((type, index) => {
    const text = given?.[index];
    if (text !== undefined && typeof text !== 'string') throw new Error(`argument ${index + 1}: its value is not a string`);
    return recordedInput(`argument ${index + 1}`, type, dims[index], strides?.[index], text);
  });
}

function recordedInput(where: string, type: string, dims: unknown, strides: unknown, text: string | undefined): RecordedInput {
  if (NUMBERS.has(type)) return text === undefined || text === '' ? { kind: 'number' } : { kind: 'number', number: numberOf(where, text) };
  if (type === '') return text === undefined || text === '' ? { kind: 'nothing' } : { kind: 'nothing', text };
  if (type === 'TensorList') {
    if (!Array.isArray(dims)) throw new Error(`${where}: a list of tensors without their shapes`);
    const inner: readonly unknown[] | undefined = strides === undefined ? undefined : listOf(strides, dims.length, 'Input Strides');
    return { kind: 'tensors', tensors: dims.map((shape, at) => tensorOf(where, shape, inner?.[at])) };
  }
  if (type.endsWith('List')) {
    if (text === undefined || text === '') return { kind: type === 'GenericList' ? 'list' : 'numbers' };
    const list = /^\[(.*)\]$/s.exec(text)?.[1];
    if (list === undefined) throw new Error(`${where}: ${JSON.stringify(text)} is not a list of numbers`);
    return { kind: 'numbers', numbers: list.trim() === '' ? [] : list.split(',').map((one) => numberOf(where, one.trim())) };
  }
  return { kind: 'tensor', tensor: { ...tensorOf(where, dims, strides), dtype: type } };
}

function listOf(value: unknown, length: number, key: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${key} is not a list`);
  if (value.length !== length) throw new Error(`${key} has ${value.length} items where there are ${length}`);
  return value;
}

function tensorOf(where: string, shape: unknown, strides: unknown): RecordedTensor {
  if (!isSizes(shape)) throw new Error(`${where}: ${JSON.stringify(shape)} is not the shape of a tensor`);
  // Tensors that are not strided, sparse ones for example, have sizes alone.
  if (strides === undefined || (Array.isArray(strides) && strides.length === 0 && shape.length > 0)) return { shape };
  if (!isSizes(strides) || strides.length !== shape.length) {
    throw new Error(`${where}: ${JSON.stringify(strides)} are no strides of a tensor of ${shape.length} dimensions`);
  }
  return { shape, strides };
}

const isSizes = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((each) => Number.isSafeInteger(each) && Number(each) >= 0);

const FLOAT = /^[+-]?(?:\d+\.\d*|\d+(?:\.\d*)?e[+-]?\d+|\.\d+(?:e[+-]?\d+)?|inf|nan)$/;

/** By how PyTorch writes numbers (operator<< of c10::IValue): a whole float has a point and no digits behind it. */
function numberOf(where: string, text: string): RecordedNumber {
  if (text === 'True' || text === 'False') return { type: 'boolean', text };
  if (/^[+-]?\d+$/.test(text)) return { type: 'integer', text };
  if (FLOAT.test(text)) return { type: 'float', text };
  if (/j\)?$/.test(text)) return { type: 'complex', text };
  throw new Error(`${where}: ${JSON.stringify(text)} is not a number`);
}
