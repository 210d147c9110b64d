/** Recordings of modules: what a module has that can be run, what is asked, and what was recorded. */
export type { RecordOptions, RecordResult, RecordTold } from '../jobs/record';

/** A value that a function takes or gives. */
export interface ModuleValue {
  /** Without its `%`: "input0". */
  readonly name: string;
  /** As declared: "tensor<?x256xf32>", "i32", "index". Undefined where nothing says it: PyTorch's modules have none, unlike their MLIR. */
  readonly type?: string;
}

/** A function that a module exports. */
export interface ModuleFunction {
  readonly name: string;
  readonly inputs: readonly ModuleValue[];
  readonly results: readonly ModuleValue[];
  /** Names of the devices that its declaration tells apart; empty for one device. */
  readonly devices: readonly string[];
}

/** What of a module matters for a recording. */
export interface ModuleDescription {
  /** In the order of the module; without what the module calls itself. */
  readonly functions: readonly ModuleFunction[];
  /** Formats of executables that its constants name: what it may ask a device for. */
  readonly formats: readonly string[];
  /** It loads parameters from files. */
  readonly takesParameters: boolean;
  /** Short texts among its constants, in order: the scope of its parameters is one of them. */
  readonly texts: readonly string[];
}

/** What a tensor's type says: an unknown dimension is undefined. */
export interface TensorType {
  readonly shape: readonly (number | undefined)[];
  readonly element: string;
}

/** "tensor<?x256xf32>" taken apart; undefined for what is no ranked tensor. */
export function tensorType(type: string): TensorType | undefined {
  const [, inner] = /^tensor<(.*)>$/.exec(type) ?? [];
  const [, dimensions = '', element = ''] = /^((?:(?:\d+|\?)x)*)([^,]+)/.exec(inner ?? '') ?? [];
  if (inner === undefined || element === '') return undefined;
  const shape = dimensions.split('x').slice(0, -1);
  return { shape: shape.map((one) => (one === '?' ? undefined : Number(one))), element };
}

/** As --input takes the type: "?x256xf32", "f32" of a scalar; undefined for what it does not take, or nobody knows. */
export function inputType({ type = '' }: Pick<ModuleValue, 'type'>): string | undefined {
  const tensor = tensorType(type);
  if (tensor !== undefined) return [...tensor.shape.map((one) => (one === undefined ? '?' : String(one))), tensor.element].join('x');
  return /^(index|[su]?i\d+|b?f\d\w*)$/.test(type) ? type : undefined;
}

/** What --input is for an input that is made from the seed. */
export const RANDOM = 'random';
