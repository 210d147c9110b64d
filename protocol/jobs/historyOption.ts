/** --history: where a command keeps what it did. */
import * as v from 'valibot';
import { option } from './option';

export const history = v.exactOptional(
  option(v.string(), {
    flag: 'history',
    placeholder: 'FILE',
    description: 'Appends the run as a line of JSON; the README says what is in it.',
  }),
);
