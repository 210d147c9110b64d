/** The conversation about one open capture: what the editor shows, and what it asks the host for. */
import type { CaptureSummary } from '../jobs/infoResult';
import type { CaptureOverview } from './overview';
import type { Problem } from '../jobs/problem';
import type { RunProgress } from '../replay/run';
import type { PackedRowPage } from './packedRows';
import type { RecordClass, RowPlace, Span } from './recordRows';
import type { RecordRun, RowPlaces, TimesSource } from './recordTimes';
import type { U64 } from '../base/u64';
import type { EngineState } from '../processes/engine';
import type {
  CompareRequest,
  ElementPicture,
  ElementsPage,
  ElementsRequest,
  ExportRequest,
  FindRequest,
  FoundElements,
  InspectOptions,
  PictureRequest,
  TensorComparison,
} from '../replay/inspection';
import type { KernelCodeHost } from '../code/kernelCode';
import type { OfferedRemedy } from '../replay/remedy';
import type { EngineName, Replay, ReplaySettings } from '../replay/replay';

export type { CaptureSummary, ExecutableSummary, FileSummary, ScopeSummary } from '../jobs/infoResult';
export type { Problem } from '../jobs/problem';
export type { CaptureOverview } from './overview';

/** Kinds of problems with files that a capture names: what they say may be otherwise when it is looked at again. */
export const FILE_PROBLEMS: ReadonlySet<string | undefined> = new Set(['file-missing', 'file-changed', 'file-unreadable']);

export type ViewMode = 'tree' | 'objects' | 'flat';

/** A value in the details; `range` is where its bytes lie in the record (offset from the record's first byte). */
export interface Field {
  readonly name: string;
  readonly value: readonly Span[];
  readonly range?: { readonly offset: number; readonly length: number };
  /** It is zero, empty or none. */
  readonly idle?: true;
}

/** A block of the details: fields, or a table. */
export type DetailSection =
  | { readonly kind: 'fields'; readonly title: string; readonly note?: string; readonly fields: readonly Field[] }
  | {
      readonly kind: 'table';
      readonly title: string;
      readonly note?: string;
      readonly columns: readonly { readonly name: string; readonly numeric: boolean }[];
      readonly rows: readonly (readonly (readonly Span[])[])[];
    };

/** The submissions that execute a command. */
export interface CommandExecutions {
  /** Record that creates the command buffer. */
  readonly commandBuffer: number;
  readonly count: U64;
  /** The first 4,096 of them. */
  readonly submissions: readonly number[];
}

/** Everything about one record, or about a run of housekeeping records. */
export interface RecordDetails {
  /** Names the node that is shown: a command with the execution that is resolved. */
  readonly key: string;
  readonly record: number;
  /** Of a run: its last record. */
  readonly last?: number;
  /** Of a command that is executed more than once. */
  readonly executions?: CommandExecutions;
  readonly offset: U64;
  /** Bytes of the record, header included. */
  readonly length: U64;
  readonly headerLength: number;
  readonly class: RecordClass;
  readonly operation: string;
  /** Function or object in one line. */
  readonly subject: readonly Span[];
  readonly sections: readonly DetailSection[];
  /** The record as iree-dump-replay prints it in JSONL, without the newline; of a run a line for each of the first 256. */
  readonly json: string;
  /** Why its payload could not be decoded. */
  readonly problem?: Problem;
}

/** Outcome of a query. */
export interface SearchState {
  readonly query: string;
  /** Records that match. */
  readonly matches: number;
  readonly searched: number;
  readonly done: boolean;
  /** The query's own mistake: a sentence and the characters [start, end) it speaks of. */
  readonly error?: { readonly message: string; readonly start: number; readonly end: number };
}

/** The whole capture from top to bottom in `buckets` equal parts. */
export interface Stripe {
  /** Dominant class in each bucket, an index into RECORD_CLASSES. */
  readonly classes: Uint8Array;
  /** Buckets that hold a match. */
  readonly matches: Uint32Array;
  /** Buckets that hold a record with a recorded failure or an unsupported operation. */
  readonly problems: Uint32Array;
}

/** A device that replays run on. */
export interface DeviceChoice {
  readonly engine: EngineName;
  /** URI, such as "local-sync". */
  readonly device: string;
  /** As ReplaySettings.deviceName. */
  readonly deviceName?: string;
  readonly description: string;
  /** What of the open capture can run there: "runs its executables", "cannot run vulkan-spirv-fb". */
  readonly runs: string;
}

/** What surrounds the document and decides what can be done with it. */
export interface Environment {
  /** Replaying executes code from the file, so only a trusted workspace may. */
  readonly trusted: boolean;
  readonly devices: readonly DeviceChoice[];
  /** Processors that local-task can use. */
  readonly processors: number;
  readonly settings: ReplaySettings;
  /** The command line that replays as the settings say. */
  readonly commandLine: string;
  /** Sent back with the webview's context menus, so that their commands find the editor. */
  readonly editor: string;
  /** As it is shown: with the version, where there is one. */
  readonly fileName: string;
  /** Where it is not what lies on disk: "HEAD", "index", or where it comes from. */
  readonly version?: string;
}

/** Whether the capture can be replayed on the chosen device, found by reading alone. */
export type Preflight =
  | { readonly state: 'unknown' }
  | { readonly state: 'checking'; readonly device: string }
  /** IREE's tools report problems only while they run; what is known before is which executables the device takes. */
  | { readonly state: 'left to iree'; readonly device: string; readonly runs: string }
  | { readonly state: 'done'; readonly device: string; readonly problems: readonly Problem[]; readonly milliseconds: number };

/** Everything that the webview needs to draw at once. */
export interface CaptureStart {
  /** What `saveState` kept, or null. */
  readonly state: unknown;
  readonly environment: Environment;
  readonly replay: Replay;
  readonly preflight: Preflight;
  /** Absent until the first rows are there. */
  readonly summary?: CaptureSummary;
  /** The first rows, in the mode that the state says. */
  readonly page?: PackedRowPage;
  /** Why the file cannot be opened at all. */
  readonly failure?: Problem;
  readonly changedOnDisk: boolean;
  /** Where times of rows are from; absent where none are known. */
  readonly times?: TimesSource;
}

/** What the webview asks the host. */
export interface CaptureHost extends KernelCodeHost {
  /** The first call of a webview; `kept` is the state that it has itself, if any, `count` the rows that it wants first. */
  start(params: { kept: unknown; count: number }): CaptureStart;
  setMode(params: { mode: ViewMode; start: number; count: number }): PackedRowPage;
  rows(params: { start: number; count: number }): PackedRowPage;
  /** Opens or closes nodes; `deep` does the same to everything below. The page begins at `start`. */
  setExpanded(params: { keys: readonly string[]; expanded: boolean; deep: boolean; start: number; count: number }): PackedRowPage;
  /** Keys of expanded nodes, to be kept as state. */
  expandedKeys(params: undefined): readonly string[];
  /** Opens what hides the record or node and says at which row it is now. */
  reveal(params: { key: string }): RowPlace;
  /** Opens the capture's work, as it is shown at first, and says at which row it is. */
  openAtWork(params: undefined): RowPlace;
  /** Sets the query: matches are marked, and everything else hidden when `filter`. Progress comes as `searchState`. */
  search(params: { query: string; filter: boolean }): SearchState;
  /** Row of the next (1) or previous (-1) match from the node `from`; wraps around. */
  nextMatch(params: { from: string; direction: 1 | -1 }): RowPlace;
  details(params: { key: string }): RecordDetails;
  /** What is in the capture, once all of it is indexed. */
  overview(params: undefined): CaptureOverview;
  /** Record that created the object; -1 when the capture does not say. */
  findObject(params: { id: U64 }): { record: number };
  /** Bytes of a record: at most 64 KiB a call; fewer at its end. */
  bytes(params: { record: number; offset: number; length: number }): Uint8Array;
  /** What rows took when the capture was last measured; at most 1000 at once. */
  times(params: RowPlaces): { ns: BigInt64Array };
  /** What is known of the executions of a node's record from then. */
  lastRun(params: { key: string }): { run: RecordRun | undefined };
  stripe(params: { buckets: number }): Stripe;
  /** Keeps what must survive closing the tab and reloading the window. */
  saveState(params: { state: unknown }): void;
  /** Tells which row commands of menus and keyboard act on. */
  selected(params: { key: string | undefined }): void;
  /** The page has the keyboard, or has lost it. */
  focused(params: { focused: boolean }): void;
  /** A message holds no undefined: what is to be as if it had not been chosen is named. */
  changeSettings(params: { readonly change: Partial<ReplaySettings>; readonly without: readonly (keyof ReplaySettings)[] }): void;
  /** What would take away problems that preflight lists now, each tried. */
  remedies(params: undefined): readonly OfferedRemedy[];
  /** Replays up to the operation of the node, and keeps what its buffers hold. Progress comes as `inspecting`. */
  inspect(params: { key: string }): EngineState<'inspect'>;
  /** Reads what the latest inspection keeps. */
  elements(params: ElementsRequest): ElementsPage;
  find(params: FindRequest): FoundElements;
  picture(params: PictureRequest): ElementPicture;
  /** Writes elements to a file that the user chooses, which is proposed to be called so; undefined when none was chosen. */
  exportElements(params: Omit<ExportRequest, 'file'> & { readonly name: string }): { readonly file: string } | undefined;
  /** Compares elements; a file is chosen by the user: undefined when none was. */
  compareElements(params: Omit<CompareRequest, 'with'> & { readonly with: ComparedWith }): NamedComparison | undefined;
  /** Does something that lives in the host. */
  run(params: { command: CaptureCommand; key?: string; text?: string }): void;
}

/** What elements are compared with, as far as the page knows it. */
export type ComparedWith =
  | Extract<CompareRequest['with'], { readonly kind: 'view' }>
  | (Pick<InspectOptions, 'record' | 'via'> & { readonly kind: 'record'; readonly moment: 'before' | 'after' })
  | { readonly kind: 'npy' };

/** A comparison, and with what. */
export interface NamedComparison {
  /** Of the file; absent for what the page knows. */
  readonly file?: string;
  readonly comparison: TensorComparison;
}

/** Commands that the webview forwards. */
export type CaptureCommand =
  | 'replay'
  | 'replayUpTo'
  | 'replayScope'
  | 'benchmark'
  | 'benchmarkCapture'
  | 'profileCapture'
  | 'profileScope'
  | 'profileDispatch'
  | 'showInProfile'
  | 'verify'
  | 'substituteExecutable'
  | 'exportExecutable'
  | 'cancelReplay'
  | 'copyText'
  | 'copyJson'
  | 'copyCli'
  | 'showOutput'
  | 'reload'
  | 'remapFiles'
  | 'checkFiles'
  | 'replaceExecutable'
  | 'selectDevice'
  | 'openAsText'
  | 'trustWorkspace';

/** What a command of the palette, the title bar or a context menu asks the view to do. */
export type CaptureAction =
  | {
      readonly action:
        | 'focusSearch'
        | 'back'
        | 'forward'
        | 'nextMatch'
        | 'previousMatch'
        | 'nextProblem'
        | 'previousProblem'
        | 'showBytes'
        | 'showJson';
    }
  | { readonly action: 'goToRecord'; readonly record: number; readonly via?: number };

/** What the host tells the webview. */
export interface CaptureWebview {
  /** Indexing goes on: `fraction` of the file read. */
  indexing(params: { fraction: number; records: number }): void;
  /** The summary changed: the index is complete, or the first rows are there. */
  summaryChanged(params: CaptureSummary): void;
  /** The file cannot be opened. */
  failed(params: Problem): void;
  searchState(params: SearchState): void;
  environmentChanged(params: Environment): void;
  preflightChanged(params: Preflight): void;
  /** The file is another one on disk now. */
  changedOnDisk(params: undefined): void;
  /** The document was opened again: everything that was fetched is void. */
  reopened(params: undefined): void;
  /** State of the last or running replay of this document. */
  replayState(params: Replay): void;
  /** Times are from another run now, or from none: those that were asked for are void. */
  timesChanged(params: { times?: TimesSource }): void;
  inspecting(params: RunProgress): void;
  invoke(params: CaptureAction): void;
}
