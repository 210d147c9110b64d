/** What every part of the capture editor's page is drawn with, and asks and calls. */
import type { CaptureHost } from '../../protocol/capture/capture';
import type { Row, RowPage } from '../../protocol/capture/recordRows';
import type { Calls } from '../../protocol/base/rpc';
import type { History } from '../widgets/history';
import type { RowCache } from '../widgets/rowCache';
import type { Actions } from './actions';
import type { CodeView } from './code/codeView';
import type { HexView } from './hexView';
import type { BuffersView } from './inspection/buffersView';
import type { Model, Region } from './model';
import type { RowTimes } from './times/rowTimes';

export interface Context {
  readonly model: Model;
  readonly host: Calls<CaptureHost>;
  readonly actions: Actions;
  readonly rows: RowCache<Row, RowPage>;
  readonly rowTimes: RowTimes;
  readonly history: History<string>;
  readonly hex: HexView;
  readonly buffers: BuffersView;
  readonly code: CodeView;
  readonly redraw: (...regions: Region[]) => void;
}
