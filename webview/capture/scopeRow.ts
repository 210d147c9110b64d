/** Rows that are scopes. */
import type { Row } from '../../protocol/capture/recordRows';

/** A scope that holds what happened inside it; its name stands where others have their operation. */
export function isScope({ class: recordClass, children, operation }: Pick<Row, 'class' | 'children' | 'operation'>): boolean {
  return recordClass === 'scope' && children > 0 && operation.endsWith('scope_begin');
}
