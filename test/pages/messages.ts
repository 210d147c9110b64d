/** Messages between pages and the extension, changed on their way as VS Code changes them: to JSON, with the buffers beside it. */

export interface PackedMessage {
  readonly json: string;
  readonly buffers: readonly Uint8Array[];
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
  const buffers: Uint8Array[] = [];
  const refer = (buffer: ArrayBufferLike, type: Reference['$type']): Reference => {
    buffers.push(new Uint8Array(buffer));
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
    const buffer = Uint8Array.from(buffers[value.$buffer] ?? []).buffer;
    return value.$type === 'ArrayBuffer' ? buffer : new TYPES[value.$type](buffer);
  });
}
