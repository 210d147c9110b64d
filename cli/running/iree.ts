/** --engine=iree: the user's installation of IREE. */
import type { RunOptions } from '../../protocol/replay/run';

/** The options, which may also use the IREE in this shell's Python environment. */
export function ofThisShell<Options extends RunOptions>(options: Options): Options {
  const python = process.env['VIRTUAL_ENV'];
  return options.iree === undefined || python === undefined ? options : { ...options, iree: { ...options.iree, python: [python] } };
}
