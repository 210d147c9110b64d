/** small.ireereplay with another first instruction of its kernel. */
import assert from 'node:assert/strict';

/** First instruction of the kernel in small.ireereplay. */
const kernel = { offset: 925 + 0x1020, begins: '488b4620' };

/** What no processor executes, and a jump to itself: instructions in hexadecimal. */
export const UNDEFINED_INSTRUCTION = '0f0b';
export const ENDLESS_LOOP = 'ebfe';

export const withKernel =
  (instruction: string) =>
  (bytes: Buffer): Buffer => {
    assert.equal(bytes.subarray(kernel.offset, kernel.offset + 4).toString('hex'), kernel.begins);
    const changed = Buffer.from(bytes);
    changed.write(instruction, kernel.offset, 'hex');
    return changed;
  };
