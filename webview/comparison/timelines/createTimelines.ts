/** Puts both timelines together: one camera over both, and what follows from what the user does. */
import { render } from 'lit-html';
import type { ComparedSide, ComparedTimelines } from '../../../protocol/profile/profileComparison';
import { createGrid } from '../../widgets/gridTable';
import type { GridView } from '../../widgets/gridRows';
import { createCamera } from '../../profile/timeline/camera';
import { timelineKey } from '../../profile/timeline/keys';
import { followPointer } from '../../profile/timeline/pointer';
import { RULER_HEIGHT } from '../../profile/timeline/ruler';
import { readTheme } from '../../profile/timeline/theme';
import { lengthText, ticksOf } from '../../profile/timeline/ticks';
import { createTooltip } from '../../profile/timeline/tooltip';
import type { TimeRange } from '../../profile/timeline/timeline';
import { panBy, viewAround, viewRevealing, wholeView, zoomAt } from '../../profile/timeline/viewport';
import { fromFirst, lengthOfBoth, shownRuns } from './alignment';
import { createDispatchSteps } from './dispatchSteps';
import { createPairSearch } from './pairSearch';
import { createPairPainter, layoutPair, type MarkedSlice, type PairLayout } from './pairPainter';
import { pairHeader } from './pairHeader';
import { pairKey, pairTable } from './pairTable';
import { createPairSkeleton } from './pairSkeleton';
import { createSide, type Side } from './side';
import type { Timelines, TimelinesOptions } from './timelines';
import { dispatchAt, dispatchLines } from './underPointer';

export function createTimelines(options: TimelinesOptions): Timelines {
  const { host, announce } = options;
  const { element, head, body, labels, main, canvas, table, note } = createPairSkeleton();
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('The timelines cannot be drawn: this browser gives them no canvas.');
  const paint = createPairPainter();
  const tooltip = createTooltip(main);
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

  let theme = readTheme(element);
  /** Colours are known once it lies in the page. */
  let themed = false;
  let timelines: ComparedTimelines | undefined;
  let sides: { readonly a: Side; readonly b: Side } | undefined;
  let layout: PairLayout | undefined;
  let run = 0;
  let ready = false;
  let chosen: string | undefined;
  let selected: MarkedSlice | undefined;
  let asTable = false;
  let tableView: GridView = { filter: '', open: new Set(), sorting: { column: 'starta', down: false } };
  let frame = 0;
  let loading = new AbortController();
  let going = new AbortController();

  const failed = (error: unknown): void => options.failed(error);
  const schedule = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const camera = createCamera({ moved: schedule, rested: () => undefined, motion: () => !reducedMotion.matches });
  const byName = (): boolean => timelines?.sameCapture !== true;
  const search = createPairSearch({ host, sides: () => sides, byName, found: schedule, failed });

  const counterpartOf = (of: MarkedSlice | undefined): MarkedSlice | undefined => {
    if (of === undefined || sides === undefined) return undefined;
    const isA = of.side === sides.a;
    const pair = search.pairs.find((one) => {
      const own = isA ? one.a : one.b;
      return own.track === of.track && own.index === of.index;
    });
    if (pair === undefined) return undefined;
    const other = isA ? pair.b : pair.a;
    return { side: isA ? sides.b : sides.a, track: other.track, index: other.index, range: other.range };
  };
  const reveal = ({ side, range }: MarkedSlice): void => {
    if (side.extent !== undefined) camera.go(viewRevealing(camera.target, fromFirst(range, side.extent), camera.length), true);
  };
  const steps = createDispatchSteps({
    ...{ host, announce, failed, counterpartOf, settled: () => search.settled() },
    sides: () => sides,
    selected: () => selected,
    middle: () => (camera.target.from + camera.target.to) / 2n,
    arrived(found) {
      selected = found;
      reveal(found);
      schedule();
    },
    known: (dispatch) => options.chosen(dispatch),
    open: (side, record) => options.open(side, record),
  });

  const go = (next: number): void => {
    if (timelines === undefined || sides === undefined || next < 0 || next >= shownRuns(timelines)) return;
    going.abort();
    const { signal } = (going = new AbortController());
    run = next;
    selected = undefined;
    ready = false;
    search.clear();
    const { a, b } = sides;
    Promise.all([a.show(run, signal), b.show(run, signal)]).then(
      () => {
        if (signal.aborted) return;
        ready = true;
        camera.setLength(lengthOfBoth(a.extent, b.extent));
        schedule();
      },
      (error: unknown) => !signal.aborted && failed(error),
    );
    schedule();
  };

  const geometry = () => ({
    ...{ view: camera.view, length: camera.length, width: main.clientWidth, rulerTop: 0, tracksTop: RULER_HEIGHT * theme.scale },
  });
  const at = (point: { readonly x: number; readonly y: number }) =>
    layout === undefined || sides === undefined
      ? undefined
      : dispatchAt(point, { layout, ...sides, view: camera.view, width: main.clientWidth });
  let pointed: { readonly x: number; readonly y: number } | undefined;
  followPointer(
    canvas,
    {
      geometry,
      move: (view) => camera.go(view, false),
      // The page scrolls.
      scrollBy: () => false,
      snap: ({ x }) =>
        camera.view.from + BigInt(Math.round((x / Math.max(1, main.clientWidth)) * Number(camera.view.to - camera.view.from))),
      measure: () => undefined,
      measured: (range: TimeRange) => range.from < range.to && camera.go(range, true),
      choose(point) {
        const hit = at(point);
        if (hit === undefined) {
          selected = undefined;
          schedule();
        } else steps.choose(hit);
      },
      open(point) {
        const hit = at(point);
        if (hit?.marked !== undefined && hit.side.extent !== undefined)
          camera.go(viewAround(fromFirst(hit.marked.range, hit.side.extent), camera.length), true);
      },
      mark: () => undefined,
      markerAt: () => undefined,
      editMarker: () => undefined,
      hover(point) {
        pointed = point;
        schedule();
      },
    },
    new AbortController().signal,
  );
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey) return;
    const { key } = event;
    const done =
      key === '[' || key === ']'
        ? (go(run + (key === ']' ? 1 : -1)), true)
        : key === 'Enter'
          ? steps.open()
          : timelineKey(event, {
              zoom: (factor) => camera.go(zoomAt(camera.target, factor, 0.5, camera.length), true),
              pan: (part) => camera.go(panBy(camera.target, part, camera.length), true),
              zoomToSelection() {
                if (selected?.side.extent !== undefined)
                  camera.go(viewAround(fromFirst(selected.range, selected.side.extent), camera.length), true);
              },
              showAll: () => camera.go(wholeView(camera.length), true),
              back: () => camera.back(),
              forward: () => camera.forward(),
              along: (by) => steps.along(by),
              across: () => steps.across(),
              toEnd: (end) => steps.toEnd(end),
              pin: () => undefined,
              mark: () => undefined,
              letGo() {
                if (selected === undefined) return false;
                selected = undefined;
                schedule();
                return true;
              },
              page: (by) => go(run + by),
            });
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  });

  const grid = createGrid({
    element: table,
    chosen(key) {
      const pair = search.pairs.find((one) => pairKey(one) === key);
      if (pair !== undefined && sides !== undefined) steps.take({ side: sides.a, ...pair.a });
    },
    opened: () => void steps.open(),
    toggled: () => undefined,
    sorted(column) {
      const { sorting } = tableView;
      tableView = { ...tableView, sorting: { column, down: sorting?.column === column ? !sorting.down : column !== 'fn' } };
      schedule();
    },
  });

  const drawHeader = (): void => {
    if (timelines === undefined) return;
    const { a, b } = sides ?? {};
    render(
      pairHeader({
        ...{ timelines, run, ready, a: a?.extent, b: b?.extent, asTable, go },
        showTable(shown) {
          asTable = shown;
          schedule();
        },
        ...(options.inEditor
          ? { openBoth: () => void host.openBoth(selected === undefined ? {} : steps.recordOf(selected)).catch(failed) }
          : {}),
      }),
      head,
    );
  };
  const drawTable = (): void => {
    const { a, b } = sides ?? {};
    if (a?.extent === undefined || b?.extent === undefined) return;
    const pair = search.pairs.find((one) =>
      [one.a, one.b].some(
        ({ track, index }, i) => selected?.side === (i === 0 ? a : b) && selected.track === track && selected.index === index,
      ),
    );
    grid.show(pairTable({ pairs: search.pairs, a: a.extent, b: b.extent }), tableView, pair === undefined ? undefined : pairKey(pair));
  };
  const draw = (): void => {
    cancelAnimationFrame(frame);
    frame = 0;
    if (!themed && element.isConnected) {
      theme = readTheme(element);
      themed = true;
    }
    drawHeader();
    body.hidden = asTable || sides === undefined;
    table.hidden = !asTable || sides === undefined;
    if (sides === undefined) return;
    note.textContent = ready ? '' : 'Reading…';
    layout = layoutPair(sides.a, sides.b, theme.scale);
    const { height } = layout;
    if (main.style.height !== `${String(height)}px`) main.style.height = `${String(height)}px`;
    labels.style.height = main.style.height;
    labels.style.setProperty('--a', `${String(layout.top.a)}px`);
    labels.style.setProperty('--b', `${String(layout.top.b)}px`);
    const width = asTable ? Math.max(1, element.clientWidth) : main.clientWidth;
    if (width === 0) return;
    const moving = camera.step(performance.now(), width);
    sides.a.want(camera.view, width);
    sides.b.want(camera.view, width);
    search.look(camera.view, width);
    if (asTable) drawTable();
    else {
      const density = devicePixelRatio;
      const [across, down] = [Math.round(width * density), Math.round(height * density)];
      if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
      paint(context, width, height, density, {
        ...{
          theme,
          view: camera.view,
          ticks: ticksOf(camera.view, width),
          layout,
          a: sides.a,
          b: sides.b,
          pairs: search.pairs,
          chosen,
          selected,
        },
        counterpart: counterpartOf(selected),
      });
      const hit = pointed === undefined ? undefined : at(pointed);
      if (pointed === undefined || hit === undefined) tooltip.hide();
      else tooltip.show(pointed, dispatchLines(hit, counterpartOf(hit.marked), Number(camera.view.to - camera.view.from) / width));
    }
    if (moving) schedule();
  };
  const themes = new MutationObserver(() => {
    theme = readTheme(element);
    schedule();
  });
  themes.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  // A canvas is empty after its size has changed.
  new ResizeObserver(draw).observe(main);

  return {
    element,
    load(ranks) {
      loading.abort();
      going.abort();
      const { signal } = (loading = new AbortController());
      timelines = sides = layout = selected = undefined;
      ready = false;
      search.clear();
      render('', head);
      note.textContent = 'Reading both timelines…';
      host.timelines(signal).then(
        (next) => {
          if (signal.aborted) return;
          timelines = next;
          const side = (name: ComparedSide): Side =>
            createSide({ side: name, timeline: next[name], host, rankOf: (one) => ranks.get(one), arrived: schedule, failed });
          sides = { a: side('a'), b: side('b') };
          canvas.setAttribute(
            'aria-label',
            `Timelines of A and B, ${lengthText(BigInt(next.a.span))} and ${lengthText(BigInt(next.b.span))}`,
          );
          go(0);
        },
        (error: unknown) => {
          if (signal.aborted) return;
          note.textContent = error instanceof Error ? error.message : String(error);
        },
      );
      schedule();
    },
    mark(name) {
      chosen = name;
      schedule();
    },
    redraw: schedule,
  };
}
