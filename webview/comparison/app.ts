/** The page of a comparison: its headline, where the time went, tables, both timelines, and what is chosen. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { HotspotsComparison } from '../../protocol/code/hotspotsComparison';
import type {
  ComparedProfiles,
  ComparedSamples,
  ComparedSide,
  ComparisonHost,
  ComparisonWebview,
  KeptComparison,
  ProfileDiffRow,
} from '../../protocol/profile/profileComparison';
import { connect, type RpcMessage } from '../../protocol/base/rpc';
import type { PageApp } from '../widgets/editorPage';
import type { Keeper } from '../widgets/keptView';
import { watchFocus } from '../widgets/pageFocus';
import { pairPage, pairPageWithout } from '../widgets/pairPage';
import { shortNames, type ShortNames } from '../widgets/shortNames';
import { csv } from '../widgets/tables';
import { causeLine } from './causeLine';
import { details } from './details';
import { exports, fileName } from './exports';
import { functionRanks } from './functionRanks';
import { headlineOf, sampledCause } from './headline';
import { pickers } from './pickers';
import { createComparedTables } from './tables/comparedTables';
import { createTimelines } from './timelines/createTimelines';
import { waterfall } from './waterfall';

/** Of the functions alone: beside them there are operations of queues, whose names begin otherwise. */
function namesOf({ functions }: ComparedProfiles): ShortNames {
  const keys = functions.map(({ key }) => key);
  const dispatches = keys.filter((key) => key.includes('_dispatch_'));
  return shortNames(dispatches.length === 0 ? keys : dispatches);
}

/** Without a `keeper` the page is that of a report: it keeps nothing, and what needs the profiles or the extension is not offered. */
export function createComparisonApp(root: HTMLElement, post: (message: RpcMessage) => void, keeper: Keeper | undefined): PageApp {
  const inEditor = keeper !== undefined;
  let compared: ComparedProfiles | undefined;
  let names = shortNames([]);
  let failure: string | undefined;
  let selected: ProfileDiffRow | undefined;
  let samples: ComparedSamples | undefined;
  /** Where both profiles have samples. */
  let hotspots: HotspotsComparison | undefined;
  let distributionAsTable = false;
  let waterfallAsTable = false;
  let frame = 0;
  let restoreFocus = (): void => undefined;
  /** Of the latest choice: an answer that comes later is of what is not shown any more. */
  let asked = new AbortController();

  const rpc = connect<ComparisonWebview, ComparisonHost>(post, {
    failed({ message }) {
      failure = message;
      redraw();
    },
  });
  const host = rpc.calls;
  const redraw = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const fail = (error: unknown): void => {
    failure = error instanceof Error ? error.message : String(error);
    redraw();
  };

  const announcer = document.createElement('div');
  announcer.className = 'announcer';
  announcer.setAttribute('role', 'status');
  announcer.setAttribute('aria-live', 'polite');
  const open = (side: ComparedSide, record: number | undefined): void => {
    const path = side === 'a' ? compared?.before.at(-1)?.path : compared?.b.path;
    if (path !== undefined) host.openProfile(record === undefined ? { path } : { path, record }).catch(fail);
  };
  const timelines = createTimelines({
    ...{ host, inEditor, open },
    announce: (sentence) => (announcer.textContent = sentence),
    failed: fail,
    chosen({ name, record }) {
      const row = compared?.functions.find(({ key }) => key === name);
      // The record's own row where one sees it, else its function's.
      const own = row !== undefined && tables.isOpen(row) ? row.records.find((one) => one.record === record) : undefined;
      const next = own ?? row;
      if (next !== undefined && next !== selected) void select(next).catch(fail);
    },
  });
  const tables = createComparedTables({
    host,
    chosen: (row) => void select(row).catch(fail),
    sampled(next) {
      hotspots = next;
      redraw();
    },
    opened: ({ record }) => void host.openBoth(record === undefined ? {} : { record }).catch(fail),
    save(table) {
      if (compared === undefined) return;
      const name = `${fileName(compared)}-${table.name}.csv`;
      host.save({ name, bytes: new TextEncoder().encode(csv(table)) }).catch(fail);
    },
  });

  const select = async (row: ProfileDiffRow): Promise<void> => {
    selected = row;
    samples = undefined;
    timelines.mark(row.key);
    tables.select(row);
    redraw();
    const { key, record } = row;
    const answer = await host.samples(record === undefined ? { key } : { key, record });
    if (selected !== row) return;
    samples = answer;
    redraw();
  };
  const show = (next: ComparedProfiles): void => {
    compared = next;
    names = namesOf(next);
    failure = undefined;
    keeper?.write({ before: next.before.map(({ path }) => path), b: next.b.path } satisfies KeptComparison);
    tables.load(next, names);
    const [first] = next.functions;
    if (first === undefined) selected = undefined;
    else void select(first).catch(fail);
    timelines.load(functionRanks(next.functions));
    redraw();
  };
  const ask = (work: (signal: AbortSignal) => Promise<ComparedProfiles | undefined>): void => {
    asked.abort();
    const { signal } = (asked = new AbortController());
    work(signal).then(
      (next) => next !== undefined && !signal.aborted && show(next),
      (error: unknown) => !signal.aborted && fail(error),
    );
  };

  const causeOf = (now: ComparedProfiles): TemplateResult | undefined => {
    const cause = hotspots === undefined ? undefined : sampledCause(now, hotspots);
    return cause === undefined ? undefined : causeLine(cause, () => tables.showHotspots(cause.kernel));
  };
  const page = (now: ComparedProfiles): TemplateResult =>
    html`${pairPage({
      ...{ headline: headlineOf(now), cause: causeOf(now), failure },
      below: pickers({
        ...{ compared: now, inEditor },
        choose: (before, b) => ask((signal) => host.choose({ before, b }, signal)),
        addEarlier: () => ask((signal) => host.addEarlier(signal)),
      }),
      left: [
        waterfall({
          ...{ compared: now, names, asTable: waterfallAsTable },
          select: (row) => void select(row).catch(fail),
          showTable(shown) {
            waterfallAsTable = shown;
            redraw();
          },
        }),
        tables.element,
        timelines.element,
      ],
      side: [
        selected === undefined
          ? nothing
          : details({
              ...{ compared: now, row: selected, samples, inEditor, asTable: distributionAsTable },
              showTable(shown) {
                distributionAsTable = shown;
                redraw();
              },
              ...(hotspots?.kernels.some(({ kernel }) => kernel === selected?.key) === true ? { showHotspots: tables.showHotspots } : {}),
              openSlices: (side) => open(side, selected?.record),
              openRecord: (side, record) => void host.openRecord({ side, record }).catch(fail),
            }),
        exports(now, host, inEditor),
      ],
    })}
    ${announcer}`;
  const draw = (): void => {
    frame = 0;
    if (compared === undefined) {
      render(pairPageWithout('profiles', failure), root);
      return;
    }
    render(page(compared), root);
    timelines.redraw();
    restoreFocus();
  };

  return {
    receive: (message) => rpc.receive(message),
    async start() {
      restoreFocus = watchFocus({
        tell: (focused) => void host.focused({ focused }).catch(() => undefined),
        first: () => root.querySelector<HTMLElement>('.grid-table'),
      });
      draw();
      await host.start().then(show, fail);
    },
  };
}
