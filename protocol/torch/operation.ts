/** An operation of a trace of PyTorch's profiler, as the trace has it. */

/** What Kineto says of a call of an operator: each list has an item for each argument of the operator's schema, in its order. */
export interface TorchOperation {
  /** The operator with its namespace: "aten::mm". No overload: traces do not say which. */
  name: string;
  /** "Input Dims": a list of sizes for a tensor, a list of such lists for a list of tensors, an empty list for all else. */
  inputDims: unknown;
  /** "Input type": a tensor's C++ type ("float", "long int", "c10::BFloat16"), "Scalar", "ScalarList", "TensorList", "GenericList", or "". */
  inputTypes: readonly string[];
  /** "Input Strides", in elements, shaped like `inputDims`. Absent of traces before PyTorch 2.0. */
  inputStrides?: unknown;
  /** "Concrete Inputs": the text of a number, a boolean or a list of them; "" of all else. Empty of traces before PyTorch 2.0. */
  concreteInputs: readonly string[];
  /** "External id" of the first of its calls: what kernels refer to. */
  externalId?: number;
  /** How often the trace has a call with all of these. */
  count: number;
}
