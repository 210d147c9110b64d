/** What a window shows when a test has failed, for the report of the run: pictures are not always at hand where a run has failed. */
import type { TestContext } from 'node:test';
import type { Frame, Page } from 'playwright-core';

/** Of a frame: enough for a page of ours, or the part of a window around its editors. */
const MOST_LINES = 120;
const MOST_COLUMNS = 160;

/** Lines that are seen in a frame; none where it does not answer. */
async function linesOf(frame: Frame): Promise<readonly string[]> {
  const text = await frame
    .locator('body')
    .innerText({ timeout: 2000 })
    .catch(() => '');
  const lines = text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_COLUMNS));
  return lines.filter((line) => line !== '').slice(0, MOST_LINES);
}

/** Adds to what is told of a test what the windows of these pages show. */
export async function tellWhatIsShown(context: TestContext, pages: Iterable<Page>): Promise<void> {
  for (const page of pages) {
    const frames = page.frames().filter((frame) => !frame.url().includes('webWorkerExtensionHost'));
    const shown = (await Promise.all(frames.map(linesOf))).filter((lines) => lines.length > 0);
    context.diagnostic(['the window shows:', ...shown.map((lines) => lines.join('\n'))].join('\n'));
  }
}
