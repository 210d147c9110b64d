/** A mistake in the command line: exit status 2, with the sentence and where to find help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** By its name: every command is a bundle with a class of its own, which `instanceof` would take for another. */
export const isUsageError = (error: unknown): boolean => error instanceof Error && error.name === 'UsageError';
