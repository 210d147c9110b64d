/** The whole capture from top to bottom: what it consists of, where one is, where the matches are. */
import type { Stripe } from '../../protocol/capture/capture';
import { RECORD_CLASSES, type RecordClass } from '../../protocol/capture/recordRows';
import type { Context } from './context';

const LANE = { left: 3, width: 13 } as const;
const MARK_WIDTH = 2;
/** Part of the colour over the background, so that marks stand out of it. */
const SOFT = 0.72;

/** What is in view stays readable below its mark. */
const VIEWPORT_FILL = 0.35;

const COLOUR_OF: Record<RecordClass, string> = {
  dispatch: '--cl-dispatch',
  transfer: '--cl-transfer',
  memory: '--cl-memory',
  execute: '--cl-execute',
  sync: '--cl-sync',
  create: '--cl-other',
  host: '--cl-other',
  scope: '--vscode-foreground',
  object: '--cl-other',
  unsupported: '--bad',
  other: '--cl-other',
};

export interface StripeView {
  /** Records [first, last] are in view. */
  setViewport(first: number, last: number): void;
  /** Fetches and draws again: matches or the capture changed. */
  refetch(): void;
  /** Draws again: theme, selection or size changed. */
  redraw(): void;
}

export function createStripe(context: Context, element: HTMLElement): StripeView {
  const canvas = element.appendChild(document.createElement('canvas'));
  element.setAttribute('role', 'img');
  let stripe: Stripe | undefined;
  let viewport = { first: 0, last: 0 };
  let fetching = false;
  let wanted = 0;
  let frame = 0;

  const records = (): number => context.model.summary?.records ?? 0;
  const recordAt = (clientY: number): number => {
    const { top, height } = canvas.getBoundingClientRect();
    return Math.min(records() - 1, Math.max(0, Math.floor(((clientY - top) / height) * records())));
  };

  const draw = (): void => {
    frame = 0;
    const { clientWidth: width, clientHeight: height } = element;
    const scale = devicePixelRatio;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const ink = canvas.getContext('2d');
    if (ink === null || stripe === undefined || records() === 0) return;
    ink.scale(scale, scale);
    const style = getComputedStyle(element);
    drawClasses(ink, stripe, style, height);
    drawMarks(ink, stripe, style, height, width);
    drawPlaces(ink, context, style, { height, width, records: records(), viewport });
  };
  const redraw = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const refetch = async (): Promise<void> => {
    wanted++;
    if (fetching) return;
    fetching = true;
    try {
      for (let served = 0; served !== wanted;) {
        served = wanted;
        stripe = await context.host.stripe({ buckets: Math.max(1, Math.min(records(), element.clientHeight)) });
        redraw();
      }
    } finally {
      fetching = false;
    }
  };

  element.addEventListener('pointerdown', (event) => {
    if (event.button === 0 && records() > 0) void context.actions.goTo(String(recordAt(event.clientY)));
  });
  element.addEventListener('pointermove', (event) => {
    element.title = records() > 0 ? `Record ${String(recordAt(event.clientY))} of ${String(records())}` : '';
  });
  new ResizeObserver(() => void refetch().catch(() => undefined)).observe(element);
  new MutationObserver(redraw).observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });

  return {
    setViewport(first, last) {
      if (first === viewport.first && last === viewport.last) return;
      viewport = { first, last };
      redraw();
    },
    refetch: () => {
      element.setAttribute('aria-label', `The whole capture, ${String(records())} records`);
      void refetch().catch(() => undefined);
    },
    redraw,
  };
}

function drawClasses(ink: CanvasRenderingContext2D, { classes }: Stripe, style: CSSStyleDeclaration, height: number): void {
  const step = height / classes.length;
  // A gap between records while each has a few pixels.
  const gap = step > 2 ? 0.5 : 0;
  classes.forEach((code, i) => {
    const recordClass = RECORD_CLASSES[code] ?? 'other';
    const colour = style.getPropertyValue(COLOUR_OF[recordClass]);
    ink.globalAlpha = recordClass === 'scope' || recordClass === 'unsupported' ? 1 : SOFT;
    ink.fillStyle = colour;
    ink.fillRect(LANE.left, i * step, LANE.width, Math.max(0.5, step - gap));
  });
  ink.globalAlpha = 1;
}

function drawMarks(ink: CanvasRenderingContext2D, stripe: Stripe, style: CSSStyleDeclaration, height: number, width: number): void {
  const step = height / stripe.classes.length;
  ink.fillStyle = style.getPropertyValue('--match-mark');
  for (const bucket of stripe.matches) ink.fillRect(LANE.left + LANE.width + 1, bucket * step, 4, Math.max(MARK_WIDTH, step));
  ink.fillStyle = style.getPropertyValue('--bad');
  for (const bucket of stripe.problems) ink.fillRect(0, bucket * step, width, Math.max(1.5, Math.min(step, 3)));
}

function drawPlaces(
  ink: CanvasRenderingContext2D,
  { model }: Context,
  style: CSSStyleDeclaration,
  { height, width, records, viewport }: { height: number; width: number; records: number; viewport: { first: number; last: number } },
): void {
  const y = (record: number): number => (record / records) * height;
  ink.fillStyle = style.getPropertyValue('--vscode-foreground');
  ink.globalAlpha = 0.8;
  for (const { begins } of model.summary?.scopes ?? []) {
    // More lines than pixels say nothing.
    if (begins.length < height / 4) for (const record of begins) ink.fillRect(0, Math.round(y(record)), width, 1);
  }
  ink.globalAlpha = 1;
  const top = y(viewport.first);
  const size = Math.max(4, y(viewport.last + 1) - top);
  ink.fillStyle = style.getPropertyValue('--vscode-scrollbarSlider-background');
  ink.globalAlpha = VIEWPORT_FILL;
  ink.fillRect(0, top, width, size);
  ink.globalAlpha = 1;
  ink.strokeStyle = style.getPropertyValue('--vscode-focusBorder');
  ink.lineWidth = 1;
  ink.strokeRect(0.5, Math.round(top) + 0.5, width - 1, Math.max(3, Math.round(size) - 1));
  const selected = model.details?.record;
  if (selected !== undefined) {
    const at = y(selected + 0.5);
    ink.fillStyle = style.getPropertyValue('--vscode-focusBorder');
    ink.beginPath();
    ink.moveTo(width - 7, at);
    ink.lineTo(width, at - 4);
    ink.lineTo(width, at + 4);
    ink.fill();
  }
}
