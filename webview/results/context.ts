/** What every part of the page of a run is drawn with. */
import type { ResultsHost, ShownRun } from '../../protocol/results/results';
import type { KnownRoof } from '../../protocol/measurement/roofline';
import type { Calls } from '../../protocol/base/rpc';
import type { RooflinePlot } from '../widgets/roofline/rooflinePlot';
import type { Plots } from './plots';
import type { RowsGrid } from './rowsGrid';
import type { SampledGrid } from './sampledGrid';

export interface Sorting {
  readonly column: number;
  readonly down: boolean;
}

export interface ResultsContext {
  readonly shown: ShownRun;
  /** False in a report: what needs the capture, the sources or another run is not offered there. */
  readonly inEditor: boolean;
  readonly host: Calls<ResultsHost>;
  readonly plots: Plots;
  /** Undefined until the host has said it. */
  readonly known: KnownRoof | undefined;
  readonly roofline: RooflinePlot;
  /** Key of the point of the roofline that is told about. */
  readonly roofPoint: { readonly chosen: string | undefined; readonly choose: (key: string) => void };
  /** Name of the row that the plots are about; undefined for the first. */
  readonly selected: string | undefined;
  select(name: string): void;
  sorting(table: string): Sorting | undefined;
  sort(table: string, column: number): void;
  /** Plots that are shown as tables, by their names. */
  readonly asTables: ReadonlySet<string>;
  toggleTable(plot: string): void;
  /** Rows of a benchmark that are open, by their keys; `first` until the user has opened or closed one. */
  opened(first: string | undefined): ReadonlySet<string>;
  readonly rows: RowsGrid;
  readonly sampled: SampledGrid;
}
