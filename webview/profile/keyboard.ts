/** What keys do wherever the keyboard is in the page. */
import type { KeyActions } from '../widgets/pageKeys';
import type { Context } from './context';

export function keyActions({ actions, model }: Context): KeyActions {
  return {
    leave() {
      if (model.openList !== undefined) actions.toggleList(undefined);
      actions.focusTimeline();
    },
    focusSearch: () => actions.focusSearch(),
    nextMatch: (step) => actions.nextMatch(step),
  };
}
