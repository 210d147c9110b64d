/** The file that a problem of preflight is about. */
import type { FileSummary } from '../jobs/infoResult';
import type { Problem } from '../jobs/problem';

/** A problem stands at the operation that imports its file; what the file is, the recorder says in a record after that. */
export function lackedFile({ record }: Problem, files: readonly FileSummary[]): FileSummary | undefined {
  if (record === undefined) return undefined;
  return files
    .filter((file) => file.reference === 'external_path' && file.record >= record)
    .reduce<FileSummary | undefined>(
      (nearest, file) => (nearest === undefined || file.record < nearest.record ? file : nearest),
      undefined,
    );
}
