/**
 * In a page, by `locator.evaluate(frames, count)`: resolves when so many frames were drawn. What a page was to draw when it was asked for
 * is drawn with the next one.
 */
export async function frames(_: unknown, count: number): Promise<void> {
  // Programs without a page include this, too, and know nothing of its names.
  const page = globalThis as unknown as { requestAnimationFrame(drawn: () => void): number };
  for (let i = 0; i < count; i++) await new Promise<void>((resolve) => page.requestAnimationFrame(resolve));
}
