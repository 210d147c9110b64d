/** Operations of PyTorch in words: as a call in Python would have them. */
import type { TorchArgument, TorchDescription, TorchTensor, TorchUndescribed, TorchUnknown, TorchValue } from '../torch/description';

/** Why a value is not known, as what the trace lacks. */
export const UNKNOWN_WORDS: Readonly<Record<TorchUnknown, string>> = {
  text: 'traces have no texts',
  device: 'traces have no devices',
  generator: 'traces have no generators',
  object: 'traces have no objects',
  'long-list': 'traces have no lists of more than 30 numbers',
  'optional-tensors': 'traces have no lists of tensors that may be None',
  'long-tensor-list': 'traces have no shapes of more than 30 tensors',
  'list-types': 'traces have no types of tensors in lists',
  'undefined-tensor': 'undefined, nested, or of sizes that are symbols',
  values: 'this trace has no values',
  strides: 'this trace has no strides',
};

/** Why operations have no description. */
export const UNDESCRIBED_WORDS: Readonly<Record<TorchUndescribed['reason'], string>> = {
  range: 'ranges with a name, not operators',
  'backward-node': 'nodes of the backward pass, whose operators are listed themselves',
  compiled: "code that PyTorch's compiler generated for the program",
  library: 'operators of libraries whose schemas are not known',
  operator: 'operators that no known version of PyTorch has',
  arguments: 'operators that take no such arguments',
  record: 'records that contradict themselves',
};

const DTYPES: Readonly<Record<string, string>> = {
  float: 'float32',
  double: 'float64',
  'c10::Half': 'float16',
  'c10::BFloat16': 'bfloat16',
  'long int': 'int64',
  int: 'int32',
  'short int': 'int16',
  'signed char': 'int8',
  'unsigned char': 'uint8',
  'c10::complex<float>': 'complex64',
  'c10::complex<double>': 'complex128',
};

/** PyTorch's name of a type that C++ names: "bfloat16". */
export const dtypeWords = (dtype: string | undefined): string =>
  dtype === undefined ? '?' : (DTYPES[dtype] ?? dtype.replace('c10::', '').toLowerCase());

/** "bfloat16[141, 512]", with strides where it is not contiguous: "float32[2, 3] by [1, 2]". */
export function tensorWords({ shape, dtype, strides }: TorchTensor): string {
  const words = `${dtypeWords(dtype)}[${shape.join(', ')}]`;
  return strides === undefined || isContiguous(shape, strides) ? words : `${words} by [${strides.join(', ')}]`;
}

/** Whether the elements lie one behind the other. The stride of a dimension of one element does not matter. */
function isContiguous(shape: readonly number[], strides: readonly number[]): boolean {
  let expected = 1;
  for (let at = shape.length - 1; at >= 0; --at) {
    const size = shape[at] ?? 1;
    if (size !== 1 && strides[at] !== expected) return false;
    expected *= size;
  }
  return true;
}

const booleanWords = (value: boolean): string => (value ? 'True' : 'False');

function valueWords(value: TorchValue): string {
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'unknown':
      return '?';
    case 'boolean':
      return booleanWords(value.value);
    case 'text':
      return JSON.stringify(value.value);
    case 'integer':
    case 'float':
    case 'complex':
      return value.value;
    case 'booleans':
      return `[${value.values.map(booleanWords).join(', ')}]`;
    case 'texts':
      return JSON.stringify(value.values);
    case 'integers':
    case 'floats':
    case 'numbers':
      return `[${value.values.join(', ')}]`;
    case 'tensor':
      return tensorWords(value.tensor);
    case 'tensors':
      return `[${value.tensors.map(tensorWords).join(', ')}]`;
  }
}

/** "self=float32[2, 3]"; a question mark is for what is not known, and follows a None that may be something else. */
export const argumentWords = ({ name, value, unknown }: TorchArgument): string =>
  `${name}=${valueWords(value)}${value.kind === 'none' && unknown !== undefined ? '?' : ''}`;

/** "aten::add.Tensor(self=..., other=..., alpha=1)". */
export const callWords = ({ overload, arguments: args }: TorchDescription): string => `${overload}(${args.map(argumentWords).join(', ')})`;
