/** What --input is for each input of a function, with files of those that are made. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import { inputType, RANDOM, tensorType, type ModuleFunction, type ModuleValue } from '../../protocol/sharing/recording';
import { counted } from '../../protocol/words/countWords';
import { randomElements, randomElementSize, randomScalar } from './randomElements';

/** An input: as it was asked, completed by what the module declares, and as IREE's program takes it. */
export interface GivenInput {
  /** "256x256xf32=random", "@a.npy". */
  readonly asked: string;
  /** Elements that are written to a file; its name stands for `FILE` in `flag`. */
  readonly elements?: { readonly type: string; readonly count: number };
  /** A value, or what stands before the path of the file: "256x256xf32=@". */
  readonly flag: string;
}

const named = ({ name, type }: ModuleValue): string => (type === undefined ? name : `${name} (${type})`);

/** The declared type without open dimensions. Throws a sentence that says what to give instead. */
function wholeType(value: ModuleValue, example: string): string {
  const declared = inputType(value);
  const what = named(value);
  if (value.type === undefined) throw new Error(`the module does not say the type of ${what}: give it, as in --input=2x3xf32=${example}`);
  if (declared === undefined) throw new Error(`${what} cannot be created: give a value or a file with --input`);
  if (!declared.includes('?')) return declared;
  throw new Error(`${what} is of any size: give one, as in --input=${declared.replaceAll('?', '4')}=${example}`);
}

function randomInput(type: string, value: ModuleValue, index: number, seed: number): GivenInput {
  const asked = `${type}=${RANDOM}`;
  const tensor = tensorType(`tensor<${type}>`);
  if (tensor === undefined) throw new Error(`--input=${asked}: ${type} is not a type`);
  if (tensor.shape.length === 0 && value.type !== undefined && tensorType(value.type) === undefined) {
    const scalar = randomScalar(type, seed, index);
    if (scalar === undefined) throw new Error(`${named(value)} cannot be created: give a value with --input`);
    return { asked, flag: scalar };
  }
  if (tensor.shape.includes(undefined)) throw new Error(`--input=${asked}: its size is not known`);
  if (randomElementSize(tensor.element) === undefined)
    throw new Error(`${named(value)} cannot be created: elements of type ${tensor.element} need a file`);
  const count = tensor.shape.reduce<number>((all, one) => all * (one ?? 0), 1);
  return { asked, flag: `${type}=@`, elements: { type: tensor.element, count } };
}

/** What the function is given. Throws a sentence where that is too much, or not enough to know an input. */
export function givenInputs({ name, inputs: values }: ModuleFunction, asked: readonly string[], seed: number): readonly GivenInput[] {
  const takes = `${name} takes ${counted(values.length, 'input')}`;
  if (asked.length > values.length) throw new Error(`${takes}, and ${String(asked.length)} are given`);
  if (values.slice(asked.length).some(({ type }) => type === undefined)) {
    const given = asked.length === 0 ? '' : ` (${String(asked.length)} given)`;
    const give = values.length === 1 ? 'its type: give it' : 'their types: give each';
    throw new Error(`${takes}${given}, and the module does not say ${give}, as in --input=2x3xf32=random or --input=@file.npy`);
  }
  return values.map((value, index) => {
    const text = asked[index] ?? RANDOM;
    if (text === RANDOM) return randomInput(wholeType(value, RANDOM), value, index, seed);
    if (text.endsWith(`=${RANDOM}`)) return randomInput(text.slice(0, -RANDOM.length - 1), value, index, seed);
    // Bytes have no type of their own.
    if (/^@.*\.bin$/.test(text)) {
      const typed = `${wholeType(value, text)}=${text}`;
      return { asked: typed, flag: typed };
    }
    return { asked: text, flag: text };
  });
}

/** The value of --input for each, with files of the elements that are made in `folder`. */
export async function inputFlags(inputs: readonly GivenInput[], seed: number, folder: string): Promise<readonly string[]> {
  const flags: string[] = [];
  for (const [index, { flag, elements }] of inputs.entries()) {
    if (elements === undefined) {
      flags.push(flag);
      continue;
    }
    const file = path.join(folder, `input${String(index)}.bin`);
    await fs.writeFile(file, randomElements(elements.type, elements.count, seed, index));
    flags.push(`${flag}${file}`);
  }
  return flags;
}
