/** Puts the timeline together: what it knows, and what follows from what the user does. */
import type { CriticalPathSteps, Flow, SliceId, SliceName, TrackInfo } from '../../../protocol/profile/profile';
import { grouped } from '../../widgets/numbers';
import { withHidden, withPinned } from './arrangement';
import { createCamera } from './camera';
import { pathSteps, type PathSteps } from './flowDrawing';
import { createFramePainter, rulerTop, tracksTop } from './frame';
import { createFrameTimes } from './frameTimes';
import { timelineKey } from './keys';
import { createLatestAnswer } from './latestAnswer';
import { createMarkers } from './markers';
import { mainTracks } from './mainTracks';
import { followPointer, type Point } from './pointer';
import { createSkeleton } from './skeleton';
import { createColouring, PALETTE } from './sliceColours';
import { createCutNames } from './sliceDrawing';
import { createSliceSteps, type SliceAndRange } from './sliceSteps';
import { readTheme } from './theme';
import { lengthText, momentText, ticksOf } from './ticks';
import type { ColourBy, Timeline, TimelineOptions, TimelineSelection, TimelineSummary, TimeRange } from './timeline';
import { partsOf, stateOf } from './timelineState';
import { createTooltip } from './tooltip';
import { drawnIn, rowsBetween } from './trackLayout';
import { createTrackPanel } from './trackPanel';
import { createUnderPointer } from './underPointer';
import { isSame, panBy, spanOf, viewAround, viewRevealing, wholeView, xOf, zoomAt } from './viewport';
import { createWindowCache } from './windowCache';

/** Pixels above and below what is in view whose tracks are fetched, too. */
const AHEAD = 160;
/** Part of what is seen by which Page Up and Page Down scroll. */
const PAGE = 0.9;
/** Pixels by which a marker may be missed. */
const MARKER = 4;

export function createTimeline(options: TimelineOptions): Timeline {
  const { element, host } = options;
  const failed = (error: unknown): void => options.failed(error);
  const announce = (sentence: string): void => options.announce(sentence);
  const skeleton = createSkeleton(element);
  const { root, side, main, canvas } = skeleton;
  const ink = canvas.getContext('2d', { alpha: false });
  if (ink === null) throw new Error('The timeline cannot be drawn: this browser gives it no canvas.');
  const end = new AbortController();
  const painter = createFramePainter();
  const times = createFrameTimes();
  const tooltip = createTooltip(root);
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

  let names: readonly SliceName[] = [];
  let summary: TimelineSummary | undefined;
  let theme = readTheme(element);
  let colourBy: ColourBy = 'function';
  let colouring = createColouring(colourBy, [], names);
  let cut = createCutNames([]);
  let searching = false;
  let selection: TimelineSelection | undefined;
  /** While a range grows by the keyboard: where it began, and the slice at its moving end. */
  let extent: { readonly anchor: TimeRange; readonly head: SliceAndRange } | undefined;
  /** While a range is drawn by the pointer. */
  let measured: TimeRange | undefined;
  let flowsShown = true;
  let pathShown = false;
  let path: PathSteps | undefined;
  /** A view that was kept, until so much is read that it can be shown. */
  let pending: TimeRange | undefined;
  let size = { width: 0, height: 0 };
  let pointer: { readonly point: Point; readonly measuring: boolean } | undefined;
  let frame = 0;

  const schedule = (): void => {
    if (frame === 0 && !end.signal.aborted) frame = requestAnimationFrame(draw);
  };
  const changed = (): void => {
    schedule();
    options.changed();
  };
  /** The view was moved by keys: then it is said which it is. */
  let keyed = false;
  const rested = (): void => {
    if (keyed) {
      const { from, to } = camera.target;
      const precision = Number(to - from) / 100;
      announce(`${momentText(from, precision)} to ${momentText(to, precision)}, ${lengthText(to - from)} shown`);
    }
    keyed = false;
    options.changed();
  };
  const camera = createCamera({ moved: schedule, rested: () => rested(), motion: () => !reducedMotion.matches });
  const windows = createWindowCache({ host, arrived: schedule, failed });
  const panel = createTrackPanel({ skeleton, schedule, draw: () => draw(), arranged: () => options.changed() });
  const under = createUnderPointer({
    ...{ panel, windows, names: () => names, markers: () => markers.list, length: () => camera.length, view: () => camera.view },
    geometry: () => ({ width: size.width, rulerTop: rulerTop(theme), tracksTop: tracksTop(theme) }),
    selected: () => selection?.range,
  });
  const markers = createMarkers({
    ...{ overlay: root, changed, precision: () => under.precision, closed: () => canvas.focus({ preventScroll: true }) },
    placeOf: (time) => ({ x: side.offsetWidth + Math.max(0, xOf(camera.view, time, size.width)), y: tracksTop(theme) }),
  });
  const flows = createLatestAnswer<readonly Flow[]>({ changed: schedule, failed });
  const pathAnswer = createLatestAnswer<CriticalPathSteps>({
    changed(steps) {
      path = steps === undefined ? undefined : pathSteps(steps);
      if (steps?.absent !== undefined) announce(steps.absent);
      schedule();
    },
    failed,
  });
  const askForFlows = (): void => {
    const slice = selection?.kind === 'slice' ? selection.slice : undefined;
    flows.ask(flowsShown && slice !== undefined ? (signal) => host.flows(slice, signal) : undefined);
  };
  const askForPath = (): void => pathAnswer.ask(pathShown ? options.criticalPath : undefined);

  const setSelection = (next: TimelineSelection | undefined): void => {
    const before = selection?.kind === 'slice' ? selection.slice : undefined;
    const slice = next?.kind === 'slice' ? next.slice : undefined;
    selection = next;
    measured = extent = undefined;
    panel.labelsChanged();
    schedule();
    if (before?.track !== slice?.track || before?.index !== slice?.index) askForFlows();
  };
  /** The user chose it. */
  const choose = (next: TimelineSelection | undefined): void => {
    if (next === undefined && selection === undefined) return;
    setSelection(next);
    options.selected(next);
  };
  const showSlice = (slice: SliceId, range: TimeRange): void => {
    panel.reveal(slice.track);
    camera.go(viewRevealing(camera.target, range, camera.length), true);
  };
  const steps = createSliceSteps({
    host,
    tracks: () => panel.layout.tracks.flatMap((id) => panel.byId(id) ?? []).filter(({ kind }) => kind !== 'counter'),
    current: () => extent?.head ?? (selection?.kind === 'slice' ? selection : undefined),
    middle: () => (camera.target.from + camera.target.to) / 2n,
    arrived(found, extend) {
      if (extend) {
        const anchor = extent?.anchor ?? selection?.range ?? found.range;
        const from = found.range.from < anchor.from ? found.range.from : anchor.from;
        const to = found.range.to > anchor.to ? found.range.to : anchor.to;
        choose({ kind: 'range', range: { from, to } });
        extent = { anchor, head: found };
      } else choose({ kind: 'slice', ...found });
      showSlice(found.slice, found.range);
    },
    announce,
    failed,
  });
  /** The slice under the pointer; of several that are drawn as one, the one there or the nearest. */
  const withSlice = (point: Point, act: (found: SliceAndRange | undefined) => void): void => {
    const hit = under.hitAt(point);
    if (hit === undefined || hit.track.kind === 'counter') {
      act(undefined);
      return;
    }
    const { track, items, item, lane, range } = hit;
    if ((items.counts[item] ?? 1) > 1) steps.at(track.id, lane, under.timeOf(point)).then(act, failed);
    else act({ slice: { track: track.id, index: items.indices[item] ?? 0 }, range });
  };

  const setMarker = (time: bigint): void => markers.setAt(time, under.precision * MARKER);

  followPointer(
    canvas,
    {
      geometry: () => ({
        ...{ view: camera.view, length: camera.length, width: size.width, rulerTop: rulerTop(theme), tracksTop: tracksTop(theme) },
      }),
      move: (view) => camera.go(view, false),
      scrollBy: (pixels) => panel.scrollTo(panel.scrollTop + pixels),
      snap: under.snap,
      measure(range) {
        measured = range;
        schedule();
      },
      measured(range) {
        if (range.from < range.to) choose({ kind: 'range', range });
        measured = undefined;
        schedule();
      },
      choose: (point) => withSlice(point, (found) => choose(found === undefined ? undefined : { kind: 'slice', ...found })),
      open: (point) =>
        withSlice(point, (found) => {
          if (found === undefined) return;
          choose({ kind: 'slice', ...found });
          camera.go(viewAround(found.range, camera.length), true);
        }),
      mark: (point) => setMarker(under.timeOf(point)),
      markerAt: under.markerAt,
      editMarker: (marker) => markers.edit(marker),
      hover(point, measuring) {
        pointer = point === undefined ? undefined : { point, measuring };
        schedule();
      },
    },
    end.signal,
  );

  const zoomToSelection = (): void => {
    if (selection !== undefined) camera.go(viewAround(selection.range, camera.length), true);
  };
  /** The track that keys speak of: under the pointer, else of the selection. */
  const currentTrack = (): TrackInfo | undefined => {
    const pointed = pointer === undefined ? undefined : panel.rowAt(pointer.point.y - tracksTop(theme))?.row.track;
    if (pointed !== undefined && pointed.kind !== 'group') return pointed;
    return selection?.kind === 'slice' ? panel.byId(selection.slice.track) : undefined;
  };
  const overTracks = (): Point | undefined => (pointer !== undefined && pointer.point.y >= rulerTop(theme) ? pointer.point : undefined);
  canvas.addEventListener('keydown', (event) => {
    const done = timelineKey(event, {
      zoom(factor) {
        const place = pointer === undefined ? 0.5 : pointer.point.x / Math.max(1, size.width);
        keyed = true;
        camera.go(zoomAt(camera.target, factor, place, camera.length), true);
      },
      pan(part) {
        keyed = true;
        camera.go(panBy(camera.target, part, camera.length), true);
      },
      zoomToSelection,
      showAll: () => camera.go(wholeView(camera.length), true),
      back: () => camera.back(),
      forward: () => camera.forward(),
      along: (by, extend) => steps.along(by, extend),
      across: (by) => steps.across(by),
      toEnd: (which) => steps.toEnd(which),
      pin() {
        const track = currentTrack();
        if (track === undefined) return;
        const pin = !panel.arrangement.pinned.includes(track.id);
        panel.arrange(withPinned(panel.arrangement, track.id, pin));
        announce(`${track.name} is ${pin ? 'pinned' : 'no longer pinned'}.`);
      },
      mark() {
        const point = overTracks();
        const middle = (camera.view.from + camera.view.to) / 2n;
        setMarker(point === undefined ? (selection?.range.from ?? middle) : under.timeOf(point));
      },
      letGo() {
        if (selection === undefined) return false;
        choose(undefined);
        return true;
      },
      page: (by) => panel.scrollTo(panel.scrollTop + by * panel.room * PAGE),
    });
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  });

  const drawTooltip = (): void => {
    const lines = pointer === undefined ? undefined : under.lines(pointer.point, pointer.measuring);
    if (pointer === undefined || lines === undefined) tooltip.hide();
    else tooltip.show({ x: pointer.point.x + main.offsetLeft, y: pointer.point.y }, lines);
  };
  const draw = (): void => {
    cancelAnimationFrame(frame);
    frame = 0;
    const began = performance.now();
    const moving = camera.step(began, size.width);
    const { width, height } = size;
    if (width === 0 || height === 0) return;
    const density = devicePixelRatio;
    const [across, down] = [Math.round(width * density), Math.round(height * density)];
    if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
    const { layout, scrollTop, tracks, room } = panel;
    const near = layout.rows.slice(...rowsBetween(layout.rows, scrollTop - AHEAD, scrollTop + room + AHEAD));
    const wanted = [...layout.pinned, ...near].flatMap(drawnIn).map(({ id }) => id);
    if (summary !== undefined && wanted.length > 0) {
      const all = [...new Set([...mainTracks(tracks).map(({ id }) => id), ...wanted])];
      windows.want({ view: camera.view, width, length: camera.length, tracks: wanted, whole: all });
    }
    const ticks = ticksOf(camera.view, width);
    painter.draw(ink, width, height, density, {
      ...{ theme, view: camera.view, length: camera.length, ticks, tracks, layout, scrollTop, windows, colouring, cut, path },
      ...{ markers: markers.list, flows: flows.value ?? [] },
      searching: searching || wanted.some((track) => windows.of(track).some(({ anyMatch }) => anyMatch)),
      selection: measured === undefined ? selection : { kind: 'range', range: measured },
    });
    const from = ticks.base === 0n ? 'from the first event' : `from ${momentText(ticks.base, Number(spanOf(camera.view)))}`;
    if (skeleton.from.textContent !== from) skeleton.from.textContent = from;
    panel.drawLabels(selection?.kind === 'slice' ? selection.slice.track : undefined);
    drawTooltip();
    times.add(performance.now() - began);
    if (moving) schedule();
  };

  const measure = (): void => {
    theme = readTheme(element);
    panel.setSize(tracksTop(theme), Math.max(0, size.height - tracksTop(theme)), theme.scale);
  };
  const themes = new MutationObserver(measure);
  themes.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  const sizes = new ResizeObserver(() => {
    size = { width: main.clientWidth, height: main.clientHeight };
    panel.setSize(tracksTop(theme), Math.max(0, size.height - tracksTop(theme)), theme.scale);
    // A canvas is empty after its size has changed.
    draw();
  });
  sizes.observe(main);

  return {
    setProfile(nextSummary, tracks, nextNames) {
      // Of another file, or of one that was written anew, nothing that is kept is true.
      const same = panel.tracks.every(({ name, class: of }, i) => tracks[i]?.name === name && tracks[i].class === of);
      if (!same || BigInt(nextSummary.span) < camera.length) windows.clear();
      summary = nextSummary;
      names = nextNames;
      colouring = createColouring(colourBy, tracks, names);
      cut = createCutNames(names);
      camera.setLength(BigInt(summary.span));
      if (pending !== undefined) camera.go(pending, false);
      if (summary.complete) pending = undefined;
      skeleton.whole.textContent = `${lengthText(camera.length)}\n${summary.amount}`;
      const count = tracks.filter(({ kind }) => kind !== 'group').length;
      canvas.setAttribute('aria-label', `Timeline, ${grouped(count)} tracks`);
      windows.refresh();
      if (pathShown && path === undefined) askForPath();
      panel.setTracks(tracks, nextSummary.complete);
    },
    colourOf: (nameIndex) => PALETTE[colouring.ofName(nameIndex)] ?? '',
    select(next, reveal) {
      setSelection(next);
      if (next === undefined || !reveal) return;
      if (next.kind === 'slice') showSlice(next.slice, next.range);
      else camera.go(viewRevealing(camera.target, next.range, camera.length), true);
    },
    get selection() {
      return selection;
    },
    get view() {
      return camera.target;
    },
    zoomTo: (range) => camera.go(range, true),
    zoomToSelection,
    showAll: () => camera.go(wholeView(camera.length), true),
    back: () => camera.back(),
    forward: () => camera.forward(),
    zoomBy: (factor) => camera.go(zoomAt(camera.target, factor, 0.5, camera.length), true),
    get colourBy() {
      return colourBy;
    },
    setColourBy(by) {
      if (by === colourBy) return;
      colourBy = by;
      colouring = createColouring(by, panel.tracks, names);
      changed();
    },
    get flows() {
      return flowsShown;
    },
    setFlows(shown) {
      if (shown === flowsShown) return;
      flowsShown = shown;
      askForFlows();
      changed();
    },
    get criticalPath() {
      return pathShown;
    },
    setCriticalPath(shown) {
      if (shown === pathShown) return;
      pathShown = shown;
      askForPath();
      changed();
    },
    get shownTracks() {
      return new Set(panel.tracks.map(({ id }) => id).filter((id) => !panel.arrangement.hidden.has(id)));
    },
    setShown: (track, shown) => panel.arrange(withHidden(panel.arrangement, [track], !shown)),
    setTrackFilter(filter) {
      if (filter !== panel.arrangement.filter) panel.arrange({ ...panel.arrangement, filter });
    },
    get visibleTracks() {
      return panel.layout.tracks;
    },
    refresh(nowSearching) {
      searching = nowSearching ?? false;
      windows.refresh();
      schedule();
    },
    get state() {
      const view = isSame(camera.target, wholeView(camera.length)) ? undefined : camera.target;
      const parts = { view: pending ?? view, colourBy, flows: flowsShown, criticalPath: pathShown, markers: markers.list };
      return stateOf({ ...panel.arrangement, ...parts });
    },
    restore(state) {
      const { view, colourBy: by, flows: shown, criticalPath, markers: kept, ...arrangement } = partsOf(state);
      markers.replace(kept);
      colourBy = by;
      colouring = createColouring(colourBy, panel.tracks, names);
      flowsShown = shown;
      pathShown = criticalPath;
      pending = view;
      if (summary !== undefined) {
        if (view !== undefined) camera.go(view, false);
        if (summary.complete) pending = undefined;
        askForPath();
      }
      panel.restore(arrangement);
    },
    focus: () => canvas.focus({ preventScroll: true }),
    redraw: measure,
    get frames() {
      return times.list;
    },
    dispose() {
      end.abort();
      cancelAnimationFrame(frame);
      themes.disconnect();
      sizes.disconnect();
      flows.dispose();
      pathAnswer.dispose();
      camera.dispose();
      steps.dispose();
      windows.dispose();
      root.remove();
    },
  };
}
