/** Types of inputs as the MLIR has them that a module was compiled from: importers of PyTorch and ONNX leave none in the module. */
import { open } from 'node:fs/promises';
import type { ModuleFunction } from '../../protocol/sharing/recording';
import { bracketed, valuesOf } from './signature';

/** Bytes that are searched: functions stand before the constants of a model, which may be larger than memory. */
const HEAD = 16 << 20;

async function headOf(file: string): Promise<string> {
  const opened = await open(file);
  try {
    const { size } = await opened.stat();
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(Math.min(size, HEAD)));
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await opened.close();
  }
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** "!torch.vtensor<[2,?],f32>" in IREE's words, "tensor<2x?xf32>"; undefined for types that no input has. */
export function builtinType(type: string): string | undefined {
  if (type === '!torch.bool') return 'i1';
  const [, sizes, element] = /^!torch\.v?tensor<\[([\d?, ]*)\], *(.+)>$/.exec(type) ?? [];
  if (sizes !== undefined && element !== undefined) return `tensor<${[...(sizes.match(/\d+|\?/g) ?? []), element].join('x')}>`;
  return type.startsWith('tensor<') ? type : undefined;
}

/** The function, with names and types of its inputs from the text of its module where it does not know each type. */
export function withTypesIn(mlir: string, one: ModuleFunction): ModuleFunction {
  if (one.inputs.every(({ type }) => type !== undefined)) return one;
  const name = literally(one.name);
  const begin = new RegExp(`^ *(?:func|util)\\.func +(?:public +)?@(?:${name}|"${name}")(?=\\()`, 'm').exec(mlir);
  const taken = begin === null ? undefined : bracketed(mlir.slice(begin.index + begin[0].length));
  const written = taken === undefined ? undefined : valuesOf(taken.inner);
  if (written?.length !== one.inputs.length) return one;
  const aliases = new Map([...mlir.matchAll(/^(![\w.$-]+) *= *(.+)$/gm)].map(([, alias = '', type = '']) => [alias, type]));
  return {
    ...one,
    inputs: written.map((value, i) => {
      const type = builtinType(aliases.get(value.type) ?? value.type) ?? one.inputs[i]?.type;
      return { name: value.name, ...(type === undefined ? {} : { type }) };
    }),
  };
}

/** The functions, with what the MLIR says of them that they lack. Rejects where the file cannot be read. */
export async function withTypesOf(source: string, functions: readonly ModuleFunction[]): Promise<readonly ModuleFunction[]> {
  const mlir = await headOf(source);
  return functions.map((one) => withTypesIn(mlir, one));
}
