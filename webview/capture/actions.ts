/** What can be done in the editor. Parts of the page call these; nothing else changes the model. */
import type { CaptureCommand, CaptureHost, ViewMode } from '../../protocol/capture/capture';
import type { Row, RowPlace, Span } from '../../protocol/capture/recordRows';
import type { ReplaySettings } from '../../protocol/replay/replay';
import type { HealthList } from './model';
import type { DetailsTab } from './viewState';
import type { FieldRange } from './fieldRanges';
import type { ShareOf } from './times/shareOf';

export interface Actions {
  /** Follows a link to an object or record. */
  follow(span: Span): Promise<void>;
  /** Selects a node wherever it is, opening what hides it; remembered in the history. */
  goTo(key: string): Promise<void>;
  select(key: string, index: number): Promise<void>;
  selectIndex(index: number): Promise<void>;
  /** Index of the selected row among the visible ones; undefined when it is not among them. */
  selectedIndex(): number | undefined;
  toggle(row: Row, index: number, deep?: boolean): Promise<void>;
  /** Selects nothing, so that the details say what is in the capture; remembered in the history. */
  showOverview(): void;
  back(): Promise<void>;
  forward(): Promise<void>;

  setMode(mode: ViewMode): Promise<void>;
  /** Searches what stands in the query box now; resolves when the answer is shown. */
  search(): Promise<void>;
  setQuery(query: string): void;
  setFilter(filter: boolean): void;
  nextMatch(direction: 1 | -1): Promise<void>;

  /** Asks again for the details of the selected record. */
  retryDetails(): void;
  setTab(tab: DetailsTab): void;
  setShowAll(showAll: boolean): void;
  setWholeOverview(whole: boolean): void;
  /** Shows this execution of the commands of a command buffer, named by the record that creates it. */
  chooseExecution(commandBuffer: number, submission: number): void;
  setField(field: FieldRange | undefined): void;
  /** Shows shares of time of this. */
  setShareOf(of: ShareOf): void;
  /** Replays, measures and profiles this scope from now on, and goes to it; without a name all of the capture. */
  setScope(name: string | undefined): void;
  setColumn(name: string, width: number | undefined): void;
  setDetailsSize(size: { readonly width?: number; readonly height?: number }): void;
  toggleList(list: HealthList | undefined): void;
  toggleResult(): void;
  togglePreflight(): void;
  /** Goes to the record of the problem that stands `step` after the current one. */
  stepProblem(step: 1 | -1): void;
  showProblem(index: number): void;
  /** Has remedies tried for what preflight lists now, in place of those that were tried before. */
  tryRemedies(): void;
  dismissComplaint(): void;

  /** Has the host do something, about the selected node or another. */
  run(command: CaptureCommand, text?: string, key?: string): void;
  /** Shows code in an editor: instructions, or a line of a source. */
  openCode(what: Parameters<CaptureHost['openCode']>[0]): void;
  copyCode(what: Parameters<CaptureHost['copyCode']>[0]): void;
  changeSettings(change: Partial<ReplaySettings>): void;

  focusTree(): void;
  focusSearch(): void;
  focusDetails(): void;
}

/** What the actions need of the page. */
export interface Page {
  /** Fetches the rows around `place`, which may have moved, and scrolls there when `reveal`. */
  show(place: RowPlace, reveal: boolean): Promise<void>;
  /** Scrolls to a row that is where it was. */
  scrollTo(row: number): void;
  focus(part: 'tree' | 'search' | 'details'): void;
  /** Keeps the view state soon. */
  keep(): void;
}
