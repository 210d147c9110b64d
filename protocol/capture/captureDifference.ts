/** What differs between two captures: what is asked, and what was found. */
export type {
  ComparedExecutable,
  ComparedObject,
  ComparedObjectKind,
  ComparedRecord,
  DiffOptions,
  DiffResult,
  DiffTold,
} from '../jobs/diff';
