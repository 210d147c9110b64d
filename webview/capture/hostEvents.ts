/** What the host says, put into the model. */
import type { CaptureAction, CaptureWebview } from '../../protocol/capture/capture';
import type { Row, RowPage } from '../../protocol/capture/recordRows';
import type { Handlers } from '../../protocol/base/rpc';
import type { RunProgress } from '../../protocol/replay/run';
import type { RowCache } from '../widgets/rowCache';
import type { Actions } from './actions';
import { namesOf } from './namesOf';
import { functionTimesOf, sharesOf, timesOf } from './functionShares';
import type { Model, Region } from './model';
import { REGIONS } from './model';
import { announcement } from './runBar';

/** Pixels of height below which a page has room for the list rather than for all that a replay says behind its sentence. */
const ROOM = 640;

export interface HostEventTargets {
  readonly model: Model;
  redraw: (...regions: Region[]) => void;
  rows: () => RowCache<Row, RowPage>;
  actions: () => Actions;
  /** The capture is another one: what was found in it is void. */
  forgotten: () => void;
  /** Other programs may be started now, so that code may be read otherwise. */
  codeForgotten: () => void;
  /** Times are of another run. */
  timesForgotten: () => void;
  /** Fetches rows after the summary changed; from the start for another document. */
  bringRows: (again: boolean) => void;
  /** Resolves when what was last asked of `bringRows` is done, and what the user left is restored. */
  rowsBrought: () => Promise<void>;
  /** An inspection goes on. */
  inspecting: (progress: RunProgress) => void;
  announce: (sentence: string) => void;
}

type Events = { [K in keyof Handlers<CaptureWebview>]: (params: Parameters<Handlers<CaptureWebview>[K]>[0]) => void };

export function createHostEvents({
  model,
  redraw,
  rows,
  actions,
  forgotten,
  codeForgotten,
  timesForgotten,
  bringRows,
  rowsBrought,
  inspecting,
  announce,
}: HostEventTargets): Events {
  let again = false;
  return {
    indexing(progress) {
      model.indexing = progress;
      redraw('health');
    },
    summaryChanged(summary) {
      model.summary = summary;
      model.names = namesOf(summary);
      if (summary.complete) model.indexing = undefined;
      redraw(...REGIONS);
      bringRows(again);
      again = false;
    },
    failed(problem) {
      model.failure = problem;
      redraw(...REGIONS);
    },
    searchState(state) {
      if (state.query !== model.view.query) return;
      model.search = state;
      redraw('toolbar');
    },
    environmentChanged(environment) {
      const trusted = environment.trusted !== model.environment.trusted;
      model.environment = environment;
      if (trusted) codeForgotten();
      redraw('health', 'toolbar', 'chosen', 'tree', 'details');
    },
    preflightChanged(preflight) {
      model.checking = preflight.state === 'checking' ? preflight.device : undefined;
      if (model.checking !== undefined && model.preflight.state === 'done') {
        // The list stays, and the keyboard in it.
        redraw('health', 'toolbar');
        return;
      }
      model.preflight = preflight;
      model.problem = 0;
      model.preflightOpen = preflight.state === 'done' && preflight.problems.some(({ severity }) => severity === 'error');
      actions().tryRemedies();
      redraw('health', 'toolbar', 'result', 'preflight', 'tree', 'details');
    },
    changedOnDisk() {
      model.changedOnDisk = true;
      redraw('notices');
    },
    reopened() {
      again = true;
      rows().clear();
      forgotten();
      Object.assign(model, {
        summary: undefined,
        failure: undefined,
        details: undefined,
        detailsProblem: undefined,
        field: undefined,
        changedOnDisk: false,
        search: undefined,
        start: undefined,
      } satisfies Partial<Model>);
      redraw(...REGIONS);
    },
    replayState(replay) {
      const before = model.replay.state.state;
      model.replay = replay;
      model.times = timesOf(replay) ?? model.times;
      if (model.overview !== undefined && replay.state.state === 'done') {
        model.shares = sharesOf(model.overview, model.times);
        redraw('tree', 'details', 'health');
      }
      if (before === 'running' && replay.state.state !== 'running') {
        model.resultOpen = replay.state.state !== 'done' || innerHeight >= ROOM;
        announce(announcement(replay) ?? '');
      }
      redraw('result', 'toolbar');
    },
    timesChanged({ times }) {
      model.timesSource = times;
      timesForgotten();
      model.times = functionTimesOf(times) ?? model.times;
      if (model.overview !== undefined) model.shares = sharesOf(model.overview, model.times);
      redraw('tree', 'details', 'health');
    },
    inspecting,
    invoke: (action) => {
      // The selection that the user left is restored first: later it would take the place of this one.
      if (action.action === 'goToRecord') void rowsBrought().then(() => invoke(actions(), action));
      else invoke(actions(), action);
    },
  };
}

function invoke(actions: Actions, action: CaptureAction): void {
  switch (action.action) {
    case 'goToRecord':
      void actions.goTo(action.via === undefined ? String(action.record) : `${String(action.record)}@${String(action.via)}`);
      break;
    case 'focusSearch':
      actions.focusSearch();
      break;
    case 'back':
      void actions.back();
      break;
    case 'forward':
      void actions.forward();
      break;
    case 'nextMatch':
      void actions.nextMatch(1);
      break;
    case 'previousMatch':
      void actions.nextMatch(-1);
      break;
    case 'nextProblem':
      actions.stepProblem(1);
      break;
    case 'previousProblem':
      actions.stepProblem(-1);
      break;
    case 'showBytes':
      actions.setTab('hex');
      break;
    case 'showJson':
      actions.setTab('json');
      break;
  }
}
