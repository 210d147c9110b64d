/** The table of loops that gained or lost, on the page of a substitution: one element a candidate, for as long as the page lives. */
import type { SampledCandidate } from '../../protocol/replay/substitution';
import { hotspotsTable, kernelRowKey } from '../widgets/comparedHotspots';
import type { GridTable, GridView } from '../widgets/gridRows';
import { createGrid, type Grid } from '../widgets/gridTable';

/** What a table has besides its rows: the header, and a scrollbar where it is wider than its room. */
const AROUND = 34;
const ROW_HEIGHT = 20;

export interface SampledGrid {
  /** Undefined where nothing was compared. */
  draw(candidate: string, sampled: SampledCandidate | undefined): HTMLElement | undefined;
}

interface Shown {
  readonly element: HTMLElement;
  readonly grid: Grid;
  of: SampledCandidate | undefined;
  table: GridTable | undefined;
  view: GridView;
}

export function createSampledGrid(): SampledGrid {
  const all = new Map<string, Shown>();
  const show = ({ element, grid, table, view }: Shown): void => {
    if (table === undefined) return;
    grid.show(table, view, undefined);
    element.style.setProperty('--content', `${String(grid.counts.rows * ROW_HEIGHT + AROUND)}px`);
  };
  const create = (): Shown => {
    const element = document.createElement('div');
    element.className = 'sampled-loops';
    const change = (part: Partial<GridView>): void => {
      made.view = { ...made.view, ...part };
      show(made);
    };
    const grid = createGrid({
      element,
      chosen: () => undefined,
      opened: () => undefined,
      toggled(key, isOpen) {
        const open = new Set(made.view.open);
        if (isOpen) open.add(key);
        else open.delete(key);
        change({ open });
      },
      sorted: (column) => change({ sorting: { column, down: made.view.sorting?.column === column ? !made.view.sorting.down : true } }),
    });
    const made: Shown = { element, grid, of: undefined, table: undefined, view: { filter: '', open: new Set() } };
    return made;
  };
  return {
    draw(candidate, sampled) {
      const { kernels = [], loops = [] } = sampled ?? {};
      if (sampled === undefined || kernels.length === 0) return undefined;
      const shown = all.get(candidate) ?? create();
      all.set(candidate, shown);
      if (shown.of !== sampled) {
        shown.of = sampled;
        shown.table = hotspotsTable({ kernels, loops, lines: [] }, false, { before: 'A', after: 'B' });
        shown.view = { ...shown.view, open: new Set(kernels.map(kernelRowKey)) };
      }
      show(shown);
      return shown.element;
    },
  };
}
