/** Which bytes of a record belong to which field. */
import type { RecordDetails } from '../../protocol/capture/capture';

/** Bytes of the selected record that a field stands for. */
export interface FieldRange {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

/** Fields that say where their bytes lie, in the order of their bytes. */
export function fieldRanges(details: RecordDetails): readonly FieldRange[] {
  return details.sections
    .flatMap((section) => (section.kind === 'fields' ? section.fields : []))
    .flatMap(({ name, range }) => (range === undefined || range.length === 0 ? [] : [{ name, offset: range.offset, length: range.length }]))
    .sort((a, b) => a.offset - b.offset || b.length - a.length);
}

/** The narrowest field that holds the byte. */
export function fieldAt(ranges: readonly FieldRange[], offset: number): FieldRange | undefined {
  let found: FieldRange | undefined;
  for (const range of ranges) {
    if (range.offset > offset) break;
    if (offset < range.offset + range.length && (found === undefined || range.length <= found.length)) found = range;
  }
  return found;
}

/** What the bytes from the first on mean as little-endian numbers; types that need more bytes than are there are left out. */
export function readings(bytes: Uint8Array): readonly { readonly type: string; readonly value: string }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const all: [string, number, () => string][] = [
    ['u8', 1, () => String(view.getUint8(0))],
    ['u16', 2, () => String(view.getUint16(0, true))],
    ['u32', 4, () => String(view.getUint32(0, true))],
    ['i32', 4, () => String(view.getInt32(0, true))],
    ['u64', 8, () => String(view.getBigUint64(0, true))],
    ['f32', 4, () => number(view.getFloat32(0, true))],
    ['f64', 8, () => number(view.getFloat64(0, true))],
  ];
  return all.filter(([, size]) => size <= bytes.length).map(([type, , read]) => ({ type, value: read() }));
}

function number(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e9 ? String(value) : value.toPrecision(6);
}
