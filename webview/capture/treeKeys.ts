/** Keys of the record tree. */
import type { VirtualRows } from '../widgets/virtualRows';
import { enclosing } from './enclosing';
import type { Context } from './context';
import { startOf } from './startOf';

/** Handles a key pressed in the tree; other keys pass. */
export function treeKey(context: Context, rows: VirtualRows, event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const { actions } = context;
  const total = context.rows.total;
  const at = actions.selectedIndex();
  const current = at === undefined ? undefined : context.rows.row(at);
  const go = (index: number): void => void actions.selectIndex(Math.min(Math.max(0, index), total - 1));
  const start = startOf(context, rows.visible);
  const from = at ?? start - 1;
  const parent = (): number | undefined => (at === undefined ? undefined : enclosing(context.rows.page(at), at).at(-1)?.index);

  switch (event.key) {
    case 'ArrowDown':
      go(from + 1);
      break;
    case 'ArrowUp':
      go(at === undefined ? start : at - 1);
      break;
    case 'PageDown':
      go(from + rows.rowsPerPage);
      break;
    case 'PageUp':
      go(from - rows.rowsPerPage);
      break;
    case 'Home':
      go(0);
      break;
    case 'End':
      go(total - 1);
      break;
    case 'ArrowRight':
      if (current === undefined || at === undefined) return;
      if (current.children > 0 && !current.expanded) void actions.toggle(current, at);
      else if (current.children > 0) go(at + 1);
      break;
    case 'ArrowLeft': {
      if (current === undefined || at === undefined) return;
      const up = parent();
      if (current.children > 0 && current.expanded) void actions.toggle(current, at);
      else if (up !== undefined) go(up);
      break;
    }
    case ' ':
    case '*':
      if (current !== undefined && at !== undefined && current.children > 0) void actions.toggle(current, at, event.key === '*');
      break;
    case 'Escape':
      if (context.model.view.selection === undefined || context.model.openList !== undefined) return;
      actions.showOverview();
      break;
    case 'Enter':
      actions.focusDetails();
      break;
    default:
      return;
  }
  event.preventDefault();
  event.stopPropagation();
}
