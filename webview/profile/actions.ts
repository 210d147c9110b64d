/** What can be done in the editor. Parts of the page call these; nothing else changes the model. */
import type { CodeStage, SampledChoice, SourceLine } from '../../protocol/code/hotspots';
import type { ProfileCommand, ProfileSpan, SliceId } from '../../protocol/profile/profile';
import type { ColourBy, TimelineSelection } from './timeline/timeline';
import type { OpenList } from './model';
import type { DetailsTab, GroupBy, HotspotsAs, LowerTab } from './viewState';

export interface Actions {
  /** Follows a link to a slice or to a record of the capture. */
  follow(span: ProfileSpan): void;
  /** Selects a slice wherever it is, and brings it into view. */
  goToSlice(slice: SliceId): Promise<void>;
  /** Selects the first slice of a record of the capture. */
  goToRecord(record: number): Promise<void>;
  /** The user has selected something on the timeline. */
  selected(selection: TimelineSelection | undefined): void;
  /** Selects the slice before or behind the selected one on its track. */
  step(by: 1 | -1): Promise<void>;
  zoomToSelection(): void;

  setQuery(query: string): void;
  nextMatch(direction: 1 | -1): Promise<void>;

  setDetailsTab(tab: DetailsTab): void;
  setLowerTab(tab: LowerTab): void;
  setGroupBy(by: GroupBy): void;
  setLeftHeavy(leftHeavy: boolean): void;
  setFlameTable(table: boolean): void;
  setFlameRoot(index: number | undefined): void;
  setHotspotsAs(as: HotspotsAs): void;
  setRoofTable(table: boolean): void;
  measureRoof(): void;
  giveOperations(functions: readonly string[]): void;
  setSampledRoot(index: number | undefined): void;
  setKind(question: string, kind: string): void;
  sort(table: string, column: string): void;
  filter(table: string, text: string): void;
  toggleRow(key: string, open: boolean): void;
  /** Marks a row of a table; its slice is selected where it has one. */
  chooseRow(table: string, key: string): void;
  /** To the record of a row. */
  openRow(table: string, key: string): void;

  setColour(by: ColourBy): void;
  setFlows(shown: boolean): void;
  setCriticalPath(shown: boolean): void;
  setTrackShown(track: number, shown: boolean): void;
  setTrackFilter(text: string): void;
  setSize(size: { readonly detailsWidth?: number; readonly detailsHeight?: number; readonly lowerHeight?: number }): void;
  toggleList(list: OpenList | undefined): void;
  dismissComplaint(): void;

  /** Has the host do something, about the selected slice's record or another. */
  run(
    command: ProfileCommand,
    about?: {
      readonly record?: number;
      readonly via?: number;
      readonly text?: string;
      readonly name?: string;
      readonly place?: SourceLine;
      readonly stage?: CodeStage;
      readonly kernel?: SampledChoice;
    },
  ): void;
  exportTable(format: 'csv' | 'md' | 'json'): void;

  focusTimeline(): void;
  focusSearch(): void;
  /** A menu opened, or the like: keep nothing open. */
  closeLists(): void;
}
