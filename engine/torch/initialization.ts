/**
 * Values for the tensors of a described operation. Traces have shapes and no data; most operators take any floats, but some tensors must hold
 * valid values, or PyTorch refuses them: indices below a dimension's size, classes, offsets. What is written and not read needs none.
 */
import type { TorchInitialization, TorchValue } from '../../protocol/torch/description';
import type { RecordedTensor } from './recordedInput';

/** The arguments of a call so far as other arguments' values follow from them. */
export interface Call {
  /** "aten::embedding". */
  readonly operator: string;
  /** Of a tensor argument. */
  shapeOf(name: string): readonly number[] | undefined;
  /** Of an argument that is an integer. */
  integerOf(name: string): number | undefined;
}

const FLOATING = /^(?:float|double|c10::(?:Half|BFloat16|Float8\w*|complex<.*>))$/;

/** What values other than of the normal distribution, small numbers or booleans a tensor needs. The first that is of the operator holds. */
interface Rule {
  readonly operators: RegExp;
  readonly argument: string;
  readonly values: (call: Call) => TorchInitialization | undefined;
}

const integersBelow = (end: number | undefined): TorchInitialization | undefined =>
  end === undefined ? undefined : { by: 'integers', least: 0, most: Math.max(0, end - 1) };

/** Indices into a dimension of `tensor`: the one that the argument `dim` names, or else `at`. */
const indicesOf =
  (tensor: string, at = 0) =>
  (call: Call): TorchInitialization | undefined => {
    const shape = call.shapeOf(tensor);
    const dim = call.integerOf('dim') ?? at;
    return integersBelow(shape?.at(dim));
  };

const offsetsOf =
  (tensor: string, at = 0) =>
  (call: Call): TorchInitialization | undefined => {
    const end = call.shapeOf(tensor)?.at(at);
    return end === undefined ? undefined : { by: 'offsets', most: end };
  };

const nothing = (): TorchInitialization => ({ by: 'nothing' });
const positive = (): TorchInitialization => ({ by: 'positive' });
const probabilities = (): TorchInitialization => ({ by: 'probabilities' });

const RULES: readonly Rule[] = [
  { operators: /^aten::(?:fill_|copy_|zero_)$/, argument: 'self', values: nothing },
  { operators: /^aten::embedding$/, argument: 'indices', values: indicesOf('weight') },
  {
    operators: /^aten::embedding_(?:dense_|sparse_)?backward$/,
    argument: 'indices',
    values: (call) => integersBelow(call.integerOf('num_weights')),
  },
  { operators: /^aten::_?embedding_bag/, argument: 'indices', values: indicesOf('weight') },
  { operators: /^aten::_?embedding_bag/, argument: 'offsets', values: offsetsOf('indices') },
  { operators: /^aten::(?:index_select|gather|take_along_dim)$/, argument: 'index', values: indicesOf('self') },
  {
    operators: /^aten::(?:scatter|scatter_add|scatter_reduce|index_add|index_copy|index_fill|index_reduce)_?$/,
    argument: 'index',
    values: indicesOf('self'),
  },
  {
    operators: /^aten::take$/,
    argument: 'index',
    values: (call) => integersBelow(call.shapeOf('self')?.reduce((product, size) => product * size, 1)),
  },
  { operators: /^aten::(?:nll_loss\w*|cross_entropy_loss)$/, argument: 'target', values: indicesOf('self', 1) },
  { operators: /^aten::one_hot$/, argument: 'self', values: (call) => integersBelow(call.integerOf('num_classes')) },
  { operators: /^aten::_flash_attention_(?:forward|backward)$/, argument: 'cum_seq_q', values: offsetsOf('query') },
  { operators: /^aten::_flash_attention_(?:forward|backward)$/, argument: 'cum_seq_k', values: offsetsOf('key') },
  { operators: /batch_norm/, argument: 'running_var', values: positive },
  { operators: /norm/, argument: 'save_invstd', values: positive },
  { operators: /norm/, argument: 'rstd', values: positive },
  { operators: /^aten::(?:sqrt|rsqrt|log|log2|log10|multinomial)_?$/, argument: 'self', values: positive },
  { operators: /^aten::(?:bernoulli|binary_cross_entropy\w*)_?$/, argument: 'self', values: probabilities },
  { operators: /^aten::binary_cross_entropy/, argument: 'target', values: probabilities },
];

/** Numbers by which integers can be divided and raised, and which no index is below: where no rule says what they mean. */
const SMALL: TorchInitialization = { by: 'integers', least: 1, most: 8 };

/** What a tensor argument's elements should be. `written`: it is an output that the operator is given, argument `out` for example. */
export function initializationOf(call: Call, argument: string, tensor: RecordedTensor, written: boolean): TorchInitialization {
  const rule = RULES.find((each) => each.operators.test(call.operator) && each.argument === argument);
  const ruled = rule?.values(call);
  if (ruled !== undefined) return ruled;
  if (written) return { by: 'nothing' };
  const { dtype } = tensor;
  if (dtype === undefined || FLOATING.test(dtype)) return { by: 'normal' };
  return dtype === 'bool' ? { by: 'booleans' } : SMALL;
}

/** The integer that a described value is, if it is one that a number holds exactly. */
export function integerOf(value: TorchValue | undefined): number | undefined {
  const number = value?.kind === 'integer' ? Number(value.value) : undefined;
  return Number.isSafeInteger(number) ? number : undefined;
}
