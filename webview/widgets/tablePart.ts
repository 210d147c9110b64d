/** A table under its heading, which is drawn into once; its grid lives as long as the page. */
import { createGrid, type Grid } from './gridTable';
import type { GridView } from './gridRows';

export interface Part {
  readonly element: HTMLElement;
  readonly head: HTMLElement;
  readonly grid: Grid;
  /** How the user left the table. */
  view: GridView;
}

export interface PartOptions {
  readonly name: string;
  readonly chosen: (key: string) => void;
  readonly opened: (key: string) => void;
  /** The view is another now. */
  readonly changed: () => void;
}

export function createPart({ name, chosen, opened, changed }: PartOptions): Part {
  const element = document.createElement('section');
  element.className = `part ${name}`;
  const head = element.appendChild(document.createElement('div'));
  head.className = 'part-bar block';
  const change = (view: Partial<GridView>): void => {
    part.view = { ...part.view, ...view };
    changed();
  };
  const part: Part = {
    ...{ element, head, view: { filter: '', open: new Set() } },
    grid: createGrid({
      element: element.appendChild(document.createElement('div')),
      chosen,
      opened,
      toggled(key, isOpen) {
        const open = new Set(part.view.open);
        if (isOpen) open.add(key);
        else open.delete(key);
        change({ open });
      },
      sorted(column) {
        const { sorting } = part.view;
        change({ sorting: { column, down: sorting?.column === column ? !sorting.down : true } });
      },
    }),
  };
  return part;
}
