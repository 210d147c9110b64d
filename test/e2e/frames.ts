/**
 * In a page, by `locator.evaluate(frames, count)`: resolves when so many frames were drawn. What a page was to draw when it was asked for
 * is drawn with the next one.
 */
export async function frames(_: Element, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
}
