/** What the page asks of its host, each by the latest question. */
import type { Hotspots, SampledChoice, StageChoice } from '../../protocol/code/hotspots';
import type {
  Cause,
  CriticalPathSteps,
  FlameFrame,
  Flow,
  ProfileHost,
  QuestionRows,
  RangeStatistics,
  SliceDetails,
  SliceId,
  TableQuestion,
} from '../../protocol/profile/profile';
import type { KnownRoof, ProfileLaunches } from '../../protocol/measurement/roofline';
import type { Calls } from '../../protocol/base/rpc';
import { markedHotspot } from './hotspots/findHotspot';
import { chosenKernel } from './hotspots/hotspotAct';
import { createLatest, type Latest } from '../widgets/latest';
import { selectedRange, selectedSlice, type Model, type Region } from './model';

/** What the page has asked of the host, each by the latest question. */
export interface Asked {
  readonly details: Latest<SliceId, SliceDetails>;
  readonly flows: Latest<SliceId, readonly Flow[]>;
  /** Of everything, for the table when nothing is selected. */
  readonly whole: Latest<null, RangeStatistics>;
  /** Of the selected range. */
  readonly range: Latest<{ readonly from: string; readonly to: string }, RangeStatistics>;
  readonly causes: Latest<null, readonly Cause[]>;
  readonly path: Latest<null, CriticalPathSteps>;
  readonly hotspots: Latest<null, Hotspots>;
  readonly launches: Latest<null, ProfileLaunches>;
  readonly roof: Latest<null, KnownRoof>;
  /** Of the kernel that the marked row is in. */
  readonly stages: Latest<SampledChoice, readonly StageChoice[]>;
  readonly flame: Latest<{ readonly from: string; readonly to: string; readonly leftHeavy: boolean }, readonly FlameFrame[]>;
  readonly questions: Readonly<Record<TableQuestion, Latest<null, QuestionRows>>>;
}

export interface Asking {
  readonly asked: Asked;
  /** Asks for what is shown and has not been asked. */
  want(): void;
  /** More has been read: everything that was asked is asked again. */
  readonly renew: () => void;
  /** Another document. */
  readonly forget: () => void;
}

/** Of questions made of digits and numbers. */
const alike = <T>(a: T, b: T): boolean => JSON.stringify(a) === JSON.stringify(b);

const QUESTIONS = ['queue', 'memory', 'executable', 'command', 'counter'] as const satisfies readonly TableQuestion[];

export function createAsking(model: Model, host: () => Calls<ProfileHost>, redraw: (...regions: Region[]) => void): Asking {
  const lower = (): void => redraw('lower');
  const details = (): void => redraw('details', 'lower');
  const question = (name: TableQuestion): Latest<null, Awaited<ReturnType<Calls<ProfileHost>['table']>>> =>
    createLatest((_, signal) => host().table({ question: name }, signal), lower);
  const asked: Asked = {
    details: createLatest((slice, signal) => host().details(slice, signal), details, alike),
    flows: createLatest((slice, signal) => host().flows(slice, signal), details, alike),
    whole: createLatest((_, signal) => host().statistics({ from: '0', to: model.summary?.span ?? '0' }, signal), lower),
    range: createLatest((range, signal) => host().statistics(range, signal), details, alike),
    causes: createLatest((_, signal) => host().explain(signal), lower),
    path: createLatest(
      (_, signal) => host().criticalPath(signal),
      () => redraw('notices'),
    ),
    hotspots: createLatest((_, signal) => host().hotspots(signal), lower),
    launches: createLatest((_, signal) => host().launches(signal), lower),
    roof: createLatest((_, signal) => host().roof(signal), lower),
    stages: createLatest((kernel, signal) => host().stages(kernel, signal), lower, alike),
    flame: createLatest((range, signal) => host().flame(range, signal), lower, alike),
    questions: {
      queue: question('queue'),
      memory: question('memory'),
      executable: question('executable'),
      command: question('command'),
      counter: question('counter'),
    },
  };
  const all: readonly { renew(): void; forget(): void }[] = [
    ...[asked.details, asked.flows, asked.whole, asked.range, asked.causes, asked.path, asked.hotspots, asked.stages, asked.flame],
    ...[asked.launches, asked.roof],
    ...QUESTIONS.map((name) => asked.questions[name]),
  ];
  return {
    asked,
    want() {
      const { summary, view } = model;
      // What is asked of a profile that is still being read would be asked again and again.
      if (summary?.complete !== true) return;
      const { lowerTab, leftHeavy } = view;
      // Both are told outside of their tabs, too.
      asked.whole.want(null);
      asked.causes.want(null);
      if (lowerTab === 'explain' || lowerTab === 'dispatches') return;
      if (lowerTab === 'flame') asked.flame.want({ ...(selectedRange(model) ?? { from: '0', to: summary.span }), leftHeavy });
      else if (lowerTab === 'hotspots') {
        asked.hotspots.want(null);
        const found = markedHotspot(model, asked.hotspots.value);
        if (found !== undefined) asked.stages.want(chosenKernel(found));
      } else if (lowerTab === 'roof') {
        asked.launches.want(null);
        asked.roof.want(null);
      } else asked.questions[lowerTab].want(null);
    },
    renew: () => all.forEach((one) => one.renew()),
    forget: () => all.forEach((one) => one.forget()),
  };
}

/** The details of the selected slice, when they have come. */
export function shownDetails({ model, asked }: { readonly model: Model; readonly asked: Asked }): SliceDetails | undefined {
  const slice = selectedSlice(model);
  const { value } = asked.details;
  return slice !== undefined && value?.slice.track === slice.track && value.slice.index === slice.index ? value : undefined;
}
