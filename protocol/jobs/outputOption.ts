/** Where a job writes the file that it is for. */
import * as v from 'valibot';
import { option } from './option';

/** `what` completes "Where to write". */
export const outputOption = (placeholder: string, what: string) =>
  option(v.pipe(v.string(), v.nonEmpty()), { flag: 'output', short: 'o', placeholder, description: `Where to write ${what}` });
