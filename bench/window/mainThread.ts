/** What the main thread of a page did in each frame, from the browser's own trace. */
import type { Browser, Page } from 'playwright-core';

/** As Chromium writes it: microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
}

/** What is the page's: its scripts, and the styles and layouts that follow from them; garbage is collected within those. */
const OWN = new Set([
  ...['FireAnimationFrame', 'EventDispatch', 'FunctionCall', 'RunMicrotasks', 'TimerFire', 'EvaluateScript', 'v8.callFunction'],
  ...['MinorGC', 'MajorGC', 'UpdateLayoutTree', 'Layout', 'HandlePostMessage'],
]);

/** Does `work`; returns milliseconds of own work from each frame to the next. */
export async function workOfFrames(browser: Browser, page: Page, work: () => Promise<void>): Promise<readonly number[]> {
  const categories = ['-*', 'devtools.timeline', 'devtools.timeline.frame', 'v8', 'disabled-by-default-devtools.timeline'];
  await browser.startTracing(page, { categories });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] };
  return framesOf(trace.traceEvents);
}

/** Milliseconds of own work up to the end of each frame that has ended. */
export function framesOf(events: readonly TraceEvent[]): readonly number[] {
  // Frames are fired where the page is.
  const threads = new Map<string, number>();
  const threadOf = ({ pid, tid }: TraceEvent): string => `${String(pid)} ${String(tid)}`;
  for (const event of events)
    if (event.name === 'FireAnimationFrame') threads.set(threadOf(event), (threads.get(threadOf(event)) ?? 0) + 1);
  const [thread] = [...threads].sort(([, a], [, b]) => b - a)[0] ?? [];
  const own = events.filter((event) => threadOf(event) === thread && event.ph === 'X').sort((a, b) => a.ts - b.ts);
  const frames: number[] = [];
  let [sum, reached, fired] = [0, -Infinity, false];
  for (const { name, ts, dur = 0 } of own) {
    if (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask') {
      // Callbacks of one frame are called in one task.
      if (fired) {
        frames.push(sum / 1000);
        sum = 0;
        fired = false;
      }
      continue;
    }
    if (!OWN.has(name)) continue;
    fired ||= name === 'FireAnimationFrame';
    // What is within another is counted already.
    const end = ts + dur;
    if (end > reached) sum += end - Math.max(ts, reached);
    reached = Math.max(reached, end);
  }
  return frames;
}
