/** What the buttons, keys and rows of the editor do. */
import type { U64 } from '../../protocol/base/u64';
import type { ProfileSpan, QuestionRows, SliceId } from '../../protocol/profile/profile';
import { jsonText } from '../../protocol/base/jsonText';
import { exportedTable } from '../widgets/gridRows';
import { csv, markdown } from '../widgets/tables';
import type { Actions } from './actions';
import { findHotspot, rowOfFrame, type FoundHotspot } from './hotspots/findHotspot';
import { actOnHotspot } from './hotspots/hotspotAct';
import { selectedSlice } from './model';
import type { Context } from './context';
import { rowOf } from './tables/dispatchTable';
import { questionRow, type LowerTable } from './tables/lowerTables';
import { placeOfRow } from './tables/placeOfRow';
import type { TimeRange, TimelineSelection } from './timeline/timeline';
import { createTimelineActions, sliceSelection } from './timelineActions';
import type { KeptSelection, ViewState } from './viewState';

/** What the actions need of the page. */
export interface Page {
  /** Keeps the view state soon. */
  keep(): void;
  focus(part: 'timeline' | 'search'): void;
  /** The table that is shown, if any. */
  lowerTable(): LowerTable | undefined;
  announce(sentence: string): void;
}

type Unfinished = Omit<Context, 'actions'>;

export function createActions(context: Unfinished, page: Page, complain: (error: unknown) => void): Actions {
  const { model, host, asked, redraw } = context;
  const change = (changed: Partial<ViewState>): void => {
    model.view = { ...model.view, ...changed };
    page.keep();
  };
  const trying = (work: Promise<unknown>): void => void work.catch(complain);
  const along = createTimelineActions({
    ...{ model, host, timeline: context.timeline, announce: (sentence) => page.announce(sentence), complain },
    setQuery: (query) => change({ query }),
    selected: (selection) => actions.selected(selection),
    redraw: () => redraw('toolbar'),
  });

  const actions: Actions = {
    ...along,
    follow(span: ProfileSpan) {
      if (span.slice !== undefined) trying(actions.goToSlice(span.slice));
      else if (span.record !== undefined) actions.run('openRecord', aboutRecord(span));
    },
    goToRecord: (record) =>
      along.chooseLatest(
        (signal) => host.slicesOfRecord({ record }, signal),
        ([first]) => {
          if (first === undefined) page.announce(`Nothing in this profile comes of record ${String(record)}`);
          else along.choose(sliceSelection(first), true);
        },
      ),
    selected(selection) {
      model.selection = selection;
      model.match = undefined;
      model.questionRow = undefined;
      along.leave();
      change({ selection: kept(selection) });
      const slice = selectedSlice(model);
      if (slice !== undefined) {
        asked.details.want(slice);
        asked.flows.want(slice);
      } else if (selection?.kind === 'range') {
        asked.range.want({ from: String(selection.range.from), to: String(selection.range.to) });
        model.flameRoot = undefined;
      }
      trying(host.selected({ slice, record: undefined }));
      redraw('details', 'lower', 'toolbar');
    },
    setDetailsTab(detailsTab) {
      change({ detailsTab });
      redraw('details');
    },
    setLowerTab(lowerTab) {
      change({ lowerTab });
      redraw('lower');
    },
    setGroupBy(groupBy) {
      change({ groupBy });
      redraw('lower');
    },
    setLeftHeavy(leftHeavy) {
      model.flameRoot = undefined;
      change({ leftHeavy });
      redraw('lower');
    },
    setFlameTable(flameTable) {
      change({ flameTable });
      redraw('lower');
    },
    setFlameRoot(index) {
      model.flameRoot = index;
      redraw('lower');
    },
    setHotspotsAs(hotspotsAs) {
      change({ hotspotsAs });
      redraw('lower');
    },
    setRoofTable(roofTable) {
      change({ roofTable });
      redraw('lower');
    },
    measureRoof: () => trying(host.measureRoof()),
    giveOperations: (functions) => trying(host.giveOperations({ functions })),
    setSampledRoot(index) {
      model.sampledRoot = index;
      const { value } = asked.hotspots;
      const row = index === undefined || value === undefined ? undefined : rowOfFrame(value, index);
      if (row === undefined) redraw('lower');
      else actions.chooseRow('hotspots', row);
    },
    setKind(question, kind) {
      change({ kinds: { ...model.view.kinds, [question]: kind } });
      redraw('lower');
    },
    sort(table, column) {
      const now = model.view.sorting[table];
      const down = now?.column === column ? !now.down : true;
      change({ sorting: { ...model.view.sorting, [table]: { column, down } } });
      redraw('lower');
    },
    filter(table, text) {
      change({ filters: { ...model.view.filters, [table]: text } });
      redraw('lower');
    },
    toggleRow(key, open) {
      change({ open: open ? [...model.view.open, key] : model.view.open.filter((one) => one !== key) });
      redraw('lower');
    },
    chooseRow(table, key) {
      const question = questionRow(page.lowerTable(), key);
      if (question !== undefined) {
        trying(chooseQuestionRow(table, key, question));
        return;
      }
      model.rows = { ...model.rows, [table]: key };
      redraw('lower');
      const row = table === 'dispatches' ? timeRow(key) : undefined;
      const longest = row?.longest ?? (table === 'hotspots' ? sliceOfHotspot(key) : undefined);
      if (longest !== undefined) trying(actions.goToSlice(longest));
    },
    openRow(table, key) {
      const question = questionRow(page.lowerTable(), key);
      if (question !== undefined) {
        trying(openQuestionRow(question));
        return;
      }
      if (table === 'hotspots') {
        openHotspot(key);
        return;
      }
      const row = table === 'dispatches' ? timeRow(key) : undefined;
      if (row?.record !== undefined) actions.run('openRecord', aboutRecord(row));
    },

    setColour(by) {
      context.timeline.setColourBy(by);
      redraw('toolbar', 'lower', 'details');
    },
    setFlows(shown) {
      context.timeline.setFlows(shown);
      redraw('toolbar');
    },
    setCriticalPath(shown) {
      context.timeline.setCriticalPath(shown);
      if (shown) asked.path.want(null);
      redraw('toolbar', 'notices');
    },
    setTrackShown(track, shown) {
      context.timeline.setShown(track, shown);
      redraw('toolbar');
    },
    setTrackFilter(text) {
      model.trackFilter = text;
      context.timeline.setTrackFilter(text);
      redraw('toolbar');
    },
    setSize(size) {
      change(size);
      redraw();
    },
    toggleList(list) {
      model.openList = model.openList === list ? undefined : list;
      redraw('toolbar', 'header');
    },
    closeLists() {
      if (model.openList !== undefined) actions.toggleList(undefined);
    },
    dismissComplaint() {
      model.complaint = undefined;
      redraw('notices');
    },

    run(command, about = {}) {
      actions.closeLists();
      trying(host.run({ command, ...about }));
    },
    exportTable(format) {
      actions.closeLists();
      const shown = page.lowerTable();
      if (shown === undefined) {
        complain(new Error('There is no table to export: choose one of the tabs with rows, such as Dispatches.'));
        return;
      }
      const table = exportedTable(shown.table, shown.view);
      const text =
        format === 'csv'
          ? csv(table)
          : format === 'md'
            ? markdown(`${shown.table.label} of ${model.fileName}`, table)
            : `${jsonText(
                table.rows.map((row) =>
                  Object.fromEntries(
                    table.columns.map((column, i) => [
                      column.exported ?? column.title,
                      row[i]?.exact ?? row[i]?.value ?? row[i]?.text ?? '',
                    ]),
                  ),
                ),
                2,
              )}\n`;
      const name = `${model.fileName.replace(/\.ireeprof$/, '')}-${shown.table.name.replaceAll(/[^\w]+/g, '-')}.${format}`;
      actions.run('exportTable', { name, text });
    },

    focusTimeline: () => page.focus('timeline'),
    focusSearch: () => page.focus('search'),
  };

  const chooseQuestionRow = (table: string, key: string, row: QuestionRows['rows'][number]): Promise<void> => {
    model.questionRow = { table, key };
    redraw('lower');
    return along.chooseLatest(
      (signal) => placeOfRow(context, row, signal),
      ({ slice }) => {
        if (slice === undefined) {
          page.announce('Nothing on the timeline belongs to this row');
          return;
        }
        along.choose(sliceSelection(slice), true);
        // The row stays marked: others may be about the same slice.
        model.questionRow = { table, key };
      },
    );
  };
  const openQuestionRow = async (row: QuestionRows['rows'][number]): Promise<void> => {
    const place = await placeOfRow(context, row);
    if (place.record !== undefined) actions.run('openRecord', aboutRecord(place));
    else page.announce('No record of the capture is known of this row');
  };

  const hotspot = (key: string): FoundHotspot | undefined =>
    asked.hotspots.value === undefined ? undefined : findHotspot(asked.hotspots.value, key);
  /** Of a kernel the longest of what is drawn of it. */
  const sliceOfHotspot = (key: string): SliceId | undefined => {
    const found = hotspot(key);
    if (found?.what !== 'kernel') return undefined;
    const { executable: id, function: ordinal } = found.kernel;
    const isOf = (row: { readonly executable?: U64 }): boolean => row.executable === id;
    return asked.whole.value?.functions.find((row) => row.function === ordinal && (isOf(row) || row.executables.some(isOf)))?.longest;
  };
  const openHotspot = (key: string): void => {
    const found = hotspot(key);
    if (found === undefined) return;
    const { command, about, isMissing } = actOnHotspot(found);
    if (command === undefined) {
      context.code.takeKeyboard();
      actions.setHotspotsAs('code');
    } else if (isMissing) page.announce('No record of the capture is known of this row');
    else actions.run(command, about);
  };
  const timeRow = (key: string): ReturnType<typeof rowOf> => {
    const statistics = model.selection?.kind === 'range' ? asked.range.value : asked.whole.value;
    return statistics === undefined ? undefined : rowOf(statistics, model.view.groupBy, key);
  };
  return actions;
}

const aboutRecord = ({ record, via }: { readonly record?: number; readonly via?: number }): { record?: number; via?: number } => ({
  ...(record === undefined ? {} : { record }),
  ...(via === undefined ? {} : { via }),
});

function kept(selection: TimelineSelection | undefined): KeptSelection | undefined {
  if (selection === undefined) return undefined;
  if (selection.kind === 'slice') return { slice: selection.slice };
  const { from, to }: TimeRange = selection.range;
  return { from: String(from), to: String(to) };
}
