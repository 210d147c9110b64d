/** What a page is told where there is no VS Code to carry it: JSON, and the typed arrays in it behind that; first the lengths of both. */

/** A typed array in the JSON: its constructor, and where it lies behind. */
interface Placed {
  readonly typed: keyof typeof TYPED;
  readonly at: number;
  readonly bytes: number;
}

const TYPED = { BigInt64Array, Uint8Array, Uint32Array, Float32Array, Float64Array } as const;
/** Bytes of the two lengths. */
const HEAD = 8;

export function encodedMessage(message: unknown): Uint8Array {
  const arrays: Uint8Array[] = [];
  let bytes = 0;
  const json = JSON.stringify(message, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    const place = { typed: value.constructor.name, at: bytes, bytes: value.byteLength };
    arrays.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    bytes += value.byteLength;
    return place;
  });
  const text = new TextEncoder().encode(json);
  const whole = new Uint8Array(HEAD + text.length + bytes);
  const head = new DataView(whole.buffer);
  head.setUint32(0, text.length);
  head.setUint32(4, bytes);
  let at = HEAD;
  for (const part of [text, ...arrays]) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const isPlaced = (value: unknown): value is Placed =>
  typeof value === 'object' && value !== null && 'typed' in value && 'at' in value && 'bytes' in value;

/** Takes what arrives, in pieces of any length; gives the messages that are whole. */
export function createDecoder(): (piece: Uint8Array) => readonly unknown[] {
  let rest = new Uint8Array(0);
  return (piece) => {
    const all = new Uint8Array(rest.length + piece.length);
    all.set(rest);
    all.set(piece, rest.length);
    const messages: unknown[] = [];
    let at = 0;
    while (all.length - at >= HEAD) {
      const head = new DataView(all.buffer, at, HEAD);
      const arrays = at + HEAD + head.getUint32(0);
      const end = arrays + head.getUint32(4);
      if (end > all.length) break;
      const json = new TextDecoder().decode(all.subarray(at + HEAD, arrays));
      messages.push(
        JSON.parse(json, (_, value: unknown) => {
          if (!isPlaced(value)) return value;
          const begin = arrays + value.at;
          return new TYPED[value.typed](all.buffer.slice(begin, begin + value.bytes));
        }),
      );
      at = end;
    }
    rest = all.slice(at);
    return messages;
  };
}
