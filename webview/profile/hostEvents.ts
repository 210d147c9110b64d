/** What the host says, put into the model. */
import type { ProfileAction, ProfileSummary, ProfileWebview, SliceName, TrackInfo } from '../../protocol/profile/profile';
import type { Handlers } from '../../protocol/base/rpc';
import { counted } from '../widgets/numbers';
import { shortNames } from '../widgets/shortNames';
import type { Actions } from './actions';
import { REGIONS, type Model, type Region } from './model';
import type { Timeline } from './timeline/timeline';

export interface HostEventTargets {
  readonly model: Model;
  redraw: (...regions: Region[]) => void;
  actions: () => Actions;
  timeline: () => Timeline;
  /** More has been read: what was answered of less is asked again. */
  renew: () => void;
  /** The roof of the machine, or what functions compute, is another. */
  renewRoof: () => void;
  /** Another document: everything that was fetched is void. */
  forget: () => void;
  /** Resolves when the page shows what the user left. */
  restored: () => Promise<void>;
}

type Events = { [K in keyof Handlers<ProfileWebview>]: (params: Parameters<Handlers<ProfileWebview>[K]>[0]) => void };

/** Puts what has been read so far into the model and the timeline. */
export function takeProfile(
  model: Model,
  timeline: Timeline,
  summary: ProfileSummary,
  tracks: readonly TrackInfo[],
  names: readonly SliceName[],
): void {
  Object.assign(model, {
    summary,
    tracks,
    names,
    fileName: summary.fileName,
    shortNames: shortNames(names.filter(({ isFunction }) => isFunction).map(({ name }) => name)),
  } satisfies Partial<Model>);
  timeline.setProfile({ ...summary, amount: counted(summary.dispatches, 'dispatch', 'dispatches') }, tracks, names);
}

export function createHostEvents({ model, redraw, actions, timeline, renew, renewRoof, forget, restored }: HostEventTargets): Events {
  return {
    changed({ summary, tracks, names }) {
      const more = summary.events !== model.summary?.events || summary.complete !== model.summary.complete;
      takeProfile(model, timeline(), summary, tracks, names);
      if (more) renew();
      redraw(...REGIONS);
    },
    failed(problem) {
      model.failure = problem;
      redraw(...REGIONS);
    },
    changedOnDisk() {
      model.changedOnDisk = true;
      redraw('notices');
    },
    roofChanged: renewRoof,
    reopened() {
      forget();
      Object.assign(model, {
        summary: undefined,
        failure: undefined,
        changedOnDisk: false,
        selection: undefined,
        search: undefined,
        ordinal: undefined,
        match: undefined,
        flameRoot: undefined,
        sampledRoot: undefined,
        rows: {},
        questionRow: undefined,
      } satisfies Partial<Model>);
      timeline().select(undefined, false);
      redraw(...REGIONS);
    },
    // The selection that the user left is restored first: later it would take the place of this one.
    invoke: (action) => void restored().then(() => invoke(actions(), timeline(), action)),
  };
}

function invoke(actions: Actions, timeline: Timeline, action: ProfileAction): void {
  switch (action.action) {
    case 'focusSearch':
      actions.focusSearch();
      break;
    case 'nextMatch':
      void actions.nextMatch(1);
      break;
    case 'previousMatch':
      void actions.nextMatch(-1);
      break;
    case 'zoomToSelection':
      timeline.zoomToSelection();
      break;
    case 'showAll':
      timeline.showAll();
      break;
    case 'showHotspots':
      actions.setLowerTab('hotspots');
      break;
    case 'goToRecord':
      void actions.goToRecord(action.record);
      break;
  }
}
