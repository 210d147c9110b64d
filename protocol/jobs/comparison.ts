/** How results are compared: for verify and for substitute. */
import * as v from 'valibot';
import { ELEMENT_TYPES } from './elementType';
import { option } from './option';
import { PERTURBATIONS, PLACEMENTS } from './otherConditions';
import { fromZero, wholeNumber } from './texts';

const TYPES = [...ELEMENT_TYPES, 'auto', 'bytes'] as const;

/** What counts as equal. An element agrees when it is within one of the nonzero bounds, or is bit-equal. */
export const tolerance = v.object({
  absolute: v.exactOptional(
    option(fromZero, { flag: 'absolute', placeholder: 'X', description: 'Elements agree if they are no farther apart than this.' }),
    0,
  ),
  /** Relative to the expected value. */
  relative: v.exactOptional(
    option(fromZero, {
      flag: 'relative',
      placeholder: 'X',
      description: 'Elements agree if they are no farther apart than this fraction of the expected one.',
    }),
    0,
  ),
  /** Units in the last place of the type. */
  ulp: v.exactOptional(
    option(fromZero, {
      flag: 'ulp',
      placeholder: 'N',
      description: 'Elements agree if they are at most this many units in the last place apart.',
    }),
    0,
  ),
  /** NaNs agree, whatever their bits: the default. */
  nanEqual: v.exactOptional(
    option(v.boolean(), {
      flag: 'nan',
      placeholder: 'equal|differ',
      description: 'Whether NaN agrees with NaN.',
      parse: (text) => (text === 'equal' ? true : text === 'differ' ? false : text),
      print: (equal) => (equal ? 'equal' : 'differ'),
      wrong: (text) => `unsupported --nan=${text}; expected equal or differ`,
    }),
    true,
  ),
});

export const comparisonOptions = {
  /** For every output; 'auto' takes it from kernel names where possible, else raw bytes. */
  type: v.exactOptional(
    option(v.picklist(TYPES), {
      flag: 'type',
      placeholder: 'auto|bytes|f32|bf16|i8|...',
      description: `Type of the outputs' elements; auto takes it from kernel names: ${ELEMENT_TYPES.join(' ')}.`,
      parse: (text) => TYPES.find((name) => name.toLowerCase() === text.toLowerCase()) ?? text,
      wrong: (text) => `no element type ${text}; there are ${TYPES.join(', ')}`,
    }),
    'auto',
  ),
  tolerance: v.exactOptional(tolerance, {}),
  expect: v.exactOptional(
    option(v.string(), {
      flag: 'expect',
      placeholder: 'DIR',
      description: 'Compares with a folder that --outputs wrote, or with its .npy files in order of name.',
    }),
  ),
  /** Of a substitute, and of devices: on how many other inputs both sides are compared, too. */
  perturbations: v.exactOptional(
    option(wholeNumber(0, 10_000), {
      flag: 'perturbations',
      placeholder: 'N',
      description: `Also compares original and substitute, or devices, on so many other inputs, made of the recorded ones by --perturbation; ${String(PERTURBATIONS)} by default.`,
    }),
    PERTURBATIONS,
  ),
  /** With how many other places of buffers each side is replayed, too. */
  placements: v.exactOptional(
    option(wholeNumber(0, 10_000), {
      flag: 'placements',
      placeholder: 'N',
      description: `Also replays with so many other places of buffers, and other bytes in memory that nothing wrote, made by --placement; ${String(PLACEMENTS)} by default.`,
    }),
    PLACEMENTS,
  ),
  level: v.exactOptional(
    option(v.picklist(['outputs', 'dispatch', 'cause']), {
      flag: 'level',
      placeholder: 'outputs|dispatch|cause',
      description:
        'dispatch also compares what every substituted dispatch wrote; cause finds, where outputs differ, the first operation whose results do.',
    }),
    'outputs',
  ),
};
