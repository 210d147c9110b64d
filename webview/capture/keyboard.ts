/** What keys do wherever the keyboard is in the page. */
import type { KeyActions } from '../widgets/pageKeys';
import type { Context } from './context';

export function keyActions({ actions, model }: Context): KeyActions {
  return {
    leave() {
      if (model.openList !== undefined) actions.toggleList(undefined);
      actions.focusTree();
    },
    focusSearch: () => actions.focusSearch(),
    nextMatch: (step) => actions.nextMatch(step),
    other({ ctrlKey, metaKey, shiftKey, key }) {
      const copies = (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'c';
      // Selected text is copied as text.
      if (!copies || getSelection()?.isCollapsed === false) return false;
      actions.run('copyJson');
      return true;
    },
  };
}
