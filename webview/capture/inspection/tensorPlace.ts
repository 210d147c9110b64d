/** Where a tensor lies and how it is read, as a user says it: an offset, a length, a type, a shape and strides. */
import { denseStrides, elementSize, type ElementType } from '../../../protocol/replay/element';
import type { InspectedRange, Operand, TensorView } from '../../../protocol/replay/inspection';
import { guessShape, parseShape, parseStrided, type Shape } from './shape';

/** What stands in the fields; undefined for what they begin with. */
export interface PlaceTexts {
  readonly offset?: string | undefined;
  readonly length?: string | undefined;
  readonly shape?: string | undefined;
  readonly strides?: string | undefined;
}

export type PlaceField = keyof PlaceTexts;

/** A range, the operand that is looked at there, and what was said of it. */
export interface Place {
  readonly range: InspectedRange;
  readonly index: number;
  readonly operand: Operand | undefined;
  readonly type: ElementType;
  readonly texts: PlaceTexts;
  /** Of the operation, whose name may tell a shape. */
  readonly function: string | undefined;
}

/** A place that can be read; or what is wrong, and in which field. */
export type ReadPlace =
  | { readonly view: Omit<TensorView, 'moment'>; readonly shape: Shape; readonly guessed: boolean }
  | { readonly field: PlaceField; readonly problem: string };

/** "0x1000", "4096", "4 KiB" or "4096 B" as a number of bytes; undefined for anything else. */
export function parseBytes(text: string): number | undefined {
  const [, digits, unit = ''] = /^\s*(0x[\da-f]+|\d+)\s*(b|kib|mib|gib)?\s*$/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const factor = { '': 1, b: 1, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 }[unit.toLowerCase()] ?? 1;
  const value = Number(digits) * factor;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** What the fields say at first: the operand, or the whole range. */
export function initialTexts(place: Place): Readonly<Record<PlaceField, string>> {
  const { range, operand, texts } = place;
  const offset = operand?.offset ?? range.offset;
  const length = lengthOf(place, parseBytes(texts.offset ?? offset) ?? 0);
  const total = Math.floor((parseBytes(texts.length ?? '') ?? length) / elementSize(place.type));
  const shape = guessOf(place) ?? guessShape(total, place.function);
  const parsed = parseShape(texts.shape ?? shape, total);
  const dense = typeof parsed === 'string' ? '' : denseStrides(parsed.dimensions).join(', ');
  return {
    offset: Number(offset) === 0 ? '0' : `0x${BigInt(offset).toString(16)}`,
    length: String(length),
    shape,
    strides: stridesOf(place) ?? dense,
  };
}

/** The operand's shape, where it is of what is being read. */
function guessOf({ operand, type, texts }: Place): string | undefined {
  if (operand?.shape === undefined || operand.type !== type) return undefined;
  if (texts.offset !== undefined || texts.length !== undefined) return undefined;
  return operand.shape.join('x');
}

/** The operand's strides, where its shape is read and its elements do not lie one behind the other. */
function stridesOf(place: Place): string | undefined {
  return place.texts.shape === undefined && guessOf(place) !== undefined ? place.operand?.strides?.join(', ') : undefined;
}

/** The operand's length, or what is left of the range behind another offset. */
function lengthOf({ range, operand, texts }: Place, offset: number): number {
  const end = Number(range.offset) + Number(range.length);
  if (operand !== undefined && texts.offset === undefined) return Number(operand.length);
  return Math.max(0, end - offset);
}

export function readPlace(place: Place): ReadPlace {
  const { range, index, type, texts } = place;
  const initial = initialTexts(place);
  const begin = Number(range.offset);
  const end = begin + Number(range.length);
  const offset = parseBytes(texts.offset ?? initial.offset);
  if (offset === undefined) return { field: 'offset', problem: 'An offset is a number of bytes, such as 4096 or 0x1000.' };
  if (offset < begin || offset > end) return { field: 'offset', problem: `The range has the offsets ${String(begin)} to ${String(end)}.` };
  const length = parseBytes(texts.length ?? initial.length);
  if (length === undefined) return { field: 'length', problem: 'A length is a number of bytes, such as 4096 or 4 KiB.' };
  if (length > end - offset) return { field: 'length', problem: `The range ends ${String(end - offset)} bytes behind the offset.` };
  const total = Math.floor(length / elementSize(type));
  if (total === 0) return { field: 'length', problem: `${String(length)} bytes hold no ${type}.` };
  const at = { range: index, type, offset: offset - begin };
  const text = texts.shape ?? initial.shape;
  const strides = texts.strides ?? stridesOf(place);
  if (strides !== undefined) {
    const strided = parseStrided(text, strides, total);
    if ('problem' in strided) return strided;
    const view = { ...at, shape: strided.shape.dimensions, strides: strided.strides };
    return { view, shape: strided.shape, guessed: texts.shape === undefined && texts.strides === undefined };
  }
  const shape = parseShape(text, total);
  if (typeof shape === 'string') return { field: 'shape', problem: shape };
  const view = { ...at, shape: shape.dimensions, strides: denseStrides(shape.dimensions) };
  return { view, shape, guessed: texts.shape === undefined };
}
