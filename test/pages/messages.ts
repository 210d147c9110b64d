/** Messages between pages and the extension, changed on their way as VS Code changes them: to JSON, with the buffers beside it. */

export interface PackedMessage {
  readonly json: string;
  /** In base64: between a browser and who drives it there is only text. */
  readonly buffers: readonly string[];
}

/** What `String.fromCharCode` takes at once. */
const MOST_ARGUMENTS = 1 << 15;

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += MOST_ARGUMENTS) binary += String.fromCharCode(...bytes.subarray(at, at + MOST_ARGUMENTS));
  return btoa(binary);
}

const TYPES = {
  ...{ Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array },
  ...{ BigInt64Array, BigUint64Array },
};

interface Reference {
  readonly $buffer: number;
  readonly $type: keyof typeof TYPES | 'ArrayBuffer';
}

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && '$buffer' in value && '$type' in value;

export function packed(message: unknown): PackedMessage {
  const buffers: string[] = [];
  const refer = (buffer: ArrayBufferLike, type: Reference['$type']): Reference => {
    buffers.push(base64(new Uint8Array(buffer)));
    return { $buffer: buffers.length - 1, $type: type };
  };
  const json = JSON.stringify(message, (_, value: unknown) => {
    if (value instanceof ArrayBuffer) return refer(value, 'ArrayBuffer');
    if (!ArrayBuffer.isView(value)) return value;
    const type = value.constructor.name;
    if (!(type in TYPES) || value.byteLength !== value.buffer.byteLength)
      throw new Error(`VS Code would send a ${type} otherwise: it is not alone in its buffer, or of a type that is lost`);
    return refer(value.buffer, type as keyof typeof TYPES);
  });
  return { json, buffers };
}

export function unpacked({ json, buffers }: PackedMessage): unknown {
  return JSON.parse(json, (_, value: unknown) => {
    if (!isReference(value)) return value;
    const { buffer } = Uint8Array.from(atob(buffers[value.$buffer] ?? ''), (one) => one.charCodeAt(0));
    return value.$type === 'ArrayBuffer' ? buffer : new TYPES[value.$type](buffer);
  });
}
