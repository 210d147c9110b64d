import type { Diagnostic, MissingCompiler } from '../../protocol/replay/run';

/** A source that could not be built. */
export class BuildError extends Error {
  readonly code = 'INVALID_ARGUMENT';
  constructor(
    message: string,
    readonly diagnostics: readonly Diagnostic[],
    /** All compiler output. */
    readonly output: string,
    /** Where there is no compiler for it. */
    readonly missing?: MissingCompiler,
  ) {
    super(message);
  }
}
