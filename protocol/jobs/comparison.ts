/** How results are compared: of verify and of substitute. */
import * as v from 'valibot';
import { ELEMENT_TYPES } from './elementType';
import { option } from './option';
import { fromZero } from './texts';

const TYPES = [...ELEMENT_TYPES, 'auto', 'bytes'] as const;

/** What counts as equal. An element agrees when it is within one of the bounds that are not 0, or is bit-equal. */
const tolerance = v.object({
  absolute: v.exactOptional(
    option(fromZero, { flag: 'absolute', placeholder: 'X', description: 'Elements agree that are no farther apart than this.' }),
    0,
  ),
  /** Parts of the expected value. */
  relative: v.exactOptional(
    option(fromZero, {
      flag: 'relative',
      placeholder: 'X',
      description: 'Elements agree that are no farther apart than this fraction of the expected one.',
    }),
    0,
  ),
  /** Units in the last place of the type. */
  ulp: v.exactOptional(
    option(fromZero, {
      flag: 'ulp',
      placeholder: 'N',
      description: 'Elements agree that are at most this many units in the last place apart.',
    }),
    0,
  ),
  /** Two NaN of whatever bits agree: the default. */
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
  /** Of every output; 'auto' takes it from names where they tell, and else raw bytes. */
  type: v.exactOptional(
    option(v.picklist(TYPES), {
      flag: 'type',
      placeholder: 'auto|bytes|f32|bf16|i8|...',
      description: `Type of the outputs' elements; auto takes it from the kernels' names: ${ELEMENT_TYPES.join(' ')}.`,
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
      description: 'Compares with a folder that --outputs wrote, or with .npy files in the order of their names.',
    }),
  ),
  level: v.exactOptional(
    option(v.picklist(['outputs', 'dispatch', 'cause']), {
      flag: 'level',
      placeholder: 'outputs|dispatch|cause',
      description:
        'dispatch compares what every substituted dispatch wrote, too; cause does where outputs differ, up to the first that does.',
    }),
    'outputs',
  ),
};
