import type { Diagnostic } from '../../protocol/run';

/** A source that could not be built. */
export class BuildError extends Error {
  readonly code = 'INVALID_ARGUMENT';
  constructor(
    message: string,
    readonly diagnostics: readonly Diagnostic[],
    /** All compiler output. */
    readonly output: string,
  ) {
    super(message);
  }
}
