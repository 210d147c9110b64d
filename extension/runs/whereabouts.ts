/** Where a replay is, in a few words, for notifications. */
import type { RunProgress } from '../../protocol/replay/run';

export function whereabouts({ record, records, scope, function: name }: RunProgress): string {
  const where = [scope === undefined || scope === '' ? '' : `scope ${scope}`, name ?? ''].filter((word) => word !== '');
  return [`record ${String(record)} of ${String(records)}`, ...where].join(', ');
}
