/** --engine=iree: the user's installation of IREE. */
import type { RunOptions } from '../protocol/run';

/** The options, whose IREE may also be the one in the Python environment of this shell. */
export function ofThisShell<Options extends RunOptions>(options: Options): Options {
  const python = process.env['VIRTUAL_ENV'];
  return options.iree === undefined || python === undefined ? options : { ...options, iree: { ...options.iree, python: [python] } };
}
