/** Under the records: functions of executables, objects, and bytes that differ, each behind a tab. */
import { html, nothing, render } from 'lit-html';
import type { ComparedObject, DiffResult } from '../../protocol/capture/captureDifference';
import type { GridTable, GridView } from '../widgets/gridRows';
import { icon } from '../widgets/icon';
import { tabList } from '../widgets/tabList';
import { createPart } from '../widgets/tablePart';
import { byteTable, recordOfRow } from './byteRows';
import { executableTable } from './executableRows';
import { objectKey, objectTable } from './objectRows';

const TABS = ['functions', 'objects', 'bytes'] as const;
type Tab = (typeof TABS)[number];

const WORDS: Readonly<Record<Tab, { readonly title: string; readonly about: string; readonly example: string }>> = {
  functions: { title: 'Functions', about: 'by content, then by function, wherever it lies', example: 'content:*differs*' },
  objects: { title: 'Objects', about: 'by kind; executables also by what prepares them', example: 'object:buffer* delta:>1KiB' },
  bytes: { title: 'Bytes', about: 'payload bytes that differ, but ids of the same objects', example: 'field:constants* differ:>4' },
};

export interface LowerPartOptions {
  /** The record with this key is chosen, by one of its bytes. */
  readonly chosen: (record: string) => void;
  readonly openRecord: (side: 'a' | 'b', record: number) => void;
  readonly changed: () => void;
}

export interface LowerPart {
  readonly element: HTMLElement;
  load(difference: DiffResult): void;
  draw(): void;
}

export function createLowerPart({ chosen, openRecord, changed }: LowerPartOptions): LowerPart {
  let tab: Tab = 'functions';
  let tables: Readonly<Record<Tab, GridTable>> | undefined;
  const views = new Map<Tab, GridView>();
  const objects = new Map<string, ComparedObject>();
  let selected: string | undefined;

  const part = createPart({
    name: 'lower',
    chosen(key) {
      selected = key;
      if (tab === 'bytes') chosen(recordOfRow(key));
      changed();
    },
    opened(key) {
      const [a, b] = tab === 'bytes' ? recordOfRow(key).split(':') : [];
      const object = tab === 'objects' ? objects.get(key) : undefined;
      const inB = object?.b?.record ?? (b === undefined || b === '' ? undefined : Number(b));
      const inA = object?.a?.record ?? (a === undefined || a === '' ? undefined : Number(a));
      if (inB !== undefined) openRecord('b', inB);
      else if (inA !== undefined) openRecord('a', inA);
    },
    changed,
  });
  part.element.querySelector('.grid-table')?.setAttribute('id', 'lower-grid');

  const choose = (next: Tab): void => {
    views.set(tab, part.view);
    tab = next;
    selected = undefined;
    part.view = views.get(tab) ?? { filter: '', open: new Set() };
    changed();
  };

  return {
    element: part.element,
    load(difference) {
      objects.clear();
      for (const object of difference.objects) objects.set(objectKey(object), object);
      tables = {
        functions: executableTable(difference.executables, difference.sameExecutables),
        objects: objectTable(difference),
        bytes: byteTable(difference),
      };
      views.clear();
      for (const name of TABS) views.set(name, { filter: '', open: new Set(tables[name].rows.map(({ key }) => key)) });
      selected = undefined;
      part.view = views.get(tab) ?? part.view;
    },
    draw() {
      if (tables === undefined) return;
      const { about, example } = WORDS[tab];
      render(
        html`${tabList({
            tabs: TABS.map((id) => ({ id, label: WORDS[id].title })),
            chosen: tab,
            panel: 'lower-grid',
            label: 'What differs',
            choose,
          })}
          <span class="dim">${about}</span>
          ${
            tables[tab].rows.length === 0
              ? nothing
              : html`<div class="search filter" role="search">
                  ${icon('filter')}
                  <input
                    class="plain m"
                    type="text"
                    placeholder=${example}
                    aria-label=${`Filter ${WORDS[tab].title.toLowerCase()}`}
                    spellcheck="false"
                    .value=${part.view.filter}
                    @input=${({ target }: Event) => {
                      part.view = { ...part.view, filter: (target as HTMLInputElement).value };
                      changed();
                    }}
                  />
                </div>`
          }`,
        part.head,
      );
      part.grid.show(tables[tab], part.view, selected);
      part.element.style.setProperty('--rows', String(Math.max(2, part.grid.counts.rows)));
    },
  };
}
