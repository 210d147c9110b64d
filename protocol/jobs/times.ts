/** Times in a result: as bytes from process to page, and as a list of numbers in JSON. */
import * as v from 'valibot';

/** Nanoseconds, in order. A list in JSON; between processes they cross as they are. */
export const times = v.pipe(
  v.array(v.number()),
  v.transform((list): Float64Array => Float64Array.from(list)),
);
