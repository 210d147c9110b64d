/** The shader of a captured executable, as a kernel with a fault would be made of it. */

/** SPIR-V's first word. */
const MAGIC = Buffer.from([0x03, 0x02, 0x23, 0x07]);
const HEADER = 20;
const TYPE_FLOAT = 22;
const CONSTANT = 43;
const FUNCTION = 54;

/** The SPIR-V in a capture, and where in it the constant 0.0 is, with which a matrix product begins. */
export function shaderOf(capture: Buffer): { readonly bytes: Buffer; readonly zero: number } {
  const begin = capture.indexOf(MAGIC);
  // The length of a vector of a FlatBuffer, in words, comes before it.
  const bytes = Buffer.from(capture.subarray(begin, begin + 4 * capture.readUInt32LE(begin - 4)));
  const floats = new Set<number>();
  // Each instruction begins with what it is and its length in words.
  for (let at = HEADER; at < bytes.length && bytes.readUInt16LE(at) !== FUNCTION; at += 4 * bytes.readUInt16LE(at + 2)) {
    const operation = bytes.readUInt16LE(at);
    if (operation === TYPE_FLOAT) floats.add(bytes.readUInt32LE(at + 4));
    if (operation === CONSTANT && floats.has(bytes.readUInt32LE(at + 4)) && bytes.readUInt32LE(at + 12) === 0)
      return { bytes, zero: at + 12 };
  }
  throw new Error('the shader has no constant 0.0');
}
