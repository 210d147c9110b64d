/** Typed arrays in what a page is told. */

/**
 * The message with each typed array alone in its buffer: VS Code sends all of the buffer that one is a part of, and a Buffer as a list of
 * numbers.
 */
export function withOwnBuffers(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return Uint8Array.from(value);
  if (ArrayBuffer.isView(value)) return value.byteLength === value.buffer.byteLength ? value : (value as NodeJS.TypedArray).slice();
  if (Array.isArray(value)) return value.map(withOwnBuffers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withOwnBuffers(one)]));
}
