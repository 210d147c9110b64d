/** --report: where a command writes what a browser shows of its run. */
import * as v from 'valibot';
import { option } from './option';

export const report = v.exactOptional(
  option(v.pipe(v.string(), v.nonEmpty()), {
    flag: 'report',
    placeholder: 'FILE.html',
    description:
      'Writes what was found as a page that opens in any browser, without network: what the editor shows, with its figures. Replaces nothing but an earlier report.',
  }),
);
