/** Gives the details their room beside the timeline, or takes it away. */
import type { Parts } from './skeleton';

/** Milliseconds in which the second click of a double click may come: so long what is under the pointer stays there. */
const SECOND_CLICK = 300;

/** Returns what is called with whether something is selected, as often as one likes. */
export function createDetailsRoom({ details, detailsEdge, timeline }: Parts): (wanted: boolean) => void {
  let change: { readonly to: boolean; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  const show = (shown: boolean): void => {
    change = undefined;
    details.hidden = detailsEdge.hidden = !shown;
  };
  return (wanted) => {
    if (change?.to === wanted) return;
    clearTimeout(change?.timer);
    change = undefined;
    if (wanted === !details.hidden) return;
    if (timeline.matches(':hover')) change = { to: wanted, timer: setTimeout(show, SECOND_CLICK, wanted) };
    else show(wanted);
  };
}
