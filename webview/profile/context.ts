/** What every part of the profile editor's page is drawn with, and asks and calls. */
import type { ProfileHost } from '../../protocol/profile/profile';
import type { Calls } from '../../protocol/base/rpc';
import type { RooflinePlot } from '../widgets/roofline/rooflinePlot';
import type { Actions } from './actions';
import type { Asked } from './asked';
import type { HotspotCode } from './hotspots/hotspotCode';
import type { Model, Region } from './model';
import type { Timeline } from './timeline/timeline';

export interface Context {
  readonly model: Model;
  readonly host: Calls<ProfileHost>;
  readonly asked: Asked;
  readonly timeline: Timeline;
  /** The machine code of hotspots. */
  readonly code: HotspotCode;
  readonly roofline: RooflinePlot;
  readonly actions: Actions;
  readonly redraw: (...regions: Region[]) => void;
}
