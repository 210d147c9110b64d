/** --history: where a command saves its runs. */
import * as v from 'valibot';
import { option } from './option';

export const history = v.exactOptional(
  option(v.string(), {
    flag: 'history',
    placeholder: 'FILE',
    description: 'Appends the run as a line of JSON, described in the README.',
  }),
);
