/** What keys do wherever the keyboard is in the page. */
import type { KeyActions } from '../widgets/pageKeys';
import type { Actions } from './actions';
import type { Model } from './model';

/** What they need of a page with a timeline. */
export interface KeyContext {
  readonly model: Pick<Model, 'openList'>;
  readonly actions: Pick<Actions, 'toggleList' | 'focusTimeline' | 'focusSearch' | 'nextMatch'>;
}

export function keyActions({ actions, model }: KeyContext): KeyActions {
  return {
    leave() {
      if (model.openList !== undefined) actions.toggleList(undefined);
      actions.focusTimeline();
    },
    focusSearch: () => actions.focusSearch(),
    nextMatch: (step) => actions.nextMatch(step),
  };
}
