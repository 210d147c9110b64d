/** Prints how the timeline's page fares with a profile, in headless Chromium, by the page's own clock: timelinePage.ts PROFILE DIST. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { openProfile, type ProfileDocument } from '../../engine/addon/profileDocument';
import { launchBrowser } from '../../test/e2e/browser';
import { workOfFrames } from './mainThread';
import { serveProfile } from './profileServer';
import type { Rows } from './rows';

/** Pages that are opened for one figure. */
const OPENINGS = 5;
/** A window of 2,000 pixels on a large screen. */
const SIZE = { width: 2000, height: 1100 };
const ROUNDS = 4;

/** In the page. */
declare const rows: Rows;

interface Shown {
  readonly page: Page;
  readonly milliseconds: number;
  close(): Promise<void>;
}

async function show(browser: Browser, file: string, dist: string, open: () => Promise<ProfileDocument>): Promise<Shown> {
  const server = await serveProfile(file, dist, open);
  const page = await browser.newPage({ viewport: SIZE });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(server.address);
  const milliseconds = await page.evaluate(() => rows.firstPaint);
  return {
    page,
    milliseconds,
    async close() {
      await page.close();
      server.close();
    },
  };
}

/** Wheel and keys, as hands move them: into the profile and out again, along it, and far away. */
async function travel(page: Page, wheelOnly: boolean): Promise<void> {
  const canvas = await page.locator('.tl-canvas').boundingBox();
  if (canvas === null) throw new Error('there is no timeline');
  const at = async (part: number, y: number): Promise<void> => page.mouse.move(canvas.x + canvas.width * part, canvas.y + y);
  const wheel = async (key: 'Control' | 'Shift', pixels: number, times: number): Promise<void> => {
    await page.keyboard.down(key);
    for (let i = 0; i < times; i++) await page.mouse.wheel(0, pixels);
    await page.keyboard.up(key);
  };
  for (let round = 0; round < ROUNDS; round++) {
    await at(0.15 + 0.2 * round, canvas.height / 2);
    await wheel('Control', -120, 20 + 5 * round);
    await wheel('Shift', 180, 30);
    await wheel('Shift', -420, 20);
    if (!wheelOnly) {
      await page.locator('.tl-canvas').focus();
      for (const key of 'dddaawsdddwwaaasss') await page.keyboard.press(key, { delay: 30 });
    }
    // In the overview: somewhere else at once.
    for (const part of [0.8, 0.1, 0.55]) {
      await at(part, 12);
      await page.mouse.down();
      await page.mouse.up();
      await wheel('Shift', 90, 5);
    }
    await at(0.5, canvas.height / 2);
    await wheel('Control', 150, 30);
  }
}

/** The largest resident set of a process that shows pages, MiB. */
async function pagePeak(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const peaks = processInfo.flatMap(({ type, id }) => {
    const match = /^VmHWM:\s+(\d+) kB$/m.exec(type === 'renderer' ? readFileSync(`/proc/${String(id)}/status`, 'utf8') : '');
    return match === null ? [] : [Number(match[1]) / 1024];
  });
  return Math.max(...peaks);
}

async function main(): Promise<void> {
  const [file = '', dist = ''] = process.argv.slice(2);
  const browser = await launchBrowser();
  const opened: ProfileDocument[] = [];
  try {
    const firstPaints: number[] = [];
    for (let i = 0; i < OPENINGS; i++) {
      const shown = await show(browser, file, dist, async () => {
        const profile = await openProfile(file);
        opened.push(profile);
        return profile;
      });
      firstPaints.push(shown.milliseconds);
      await shown.close();
      opened.pop()?.close();
    }
    const profile = await openProfile(file);
    opened.push(profile);
    await profile.load();
    const laterPaints: number[] = [];
    for (let i = 0; i < OPENINGS; i++) {
      const shown = await show(browser, file, dist, () => Promise.resolve(profile));
      laterPaints.push(shown.milliseconds);
      await shown.close();
    }
    const shown = await show(browser, file, dist, () => Promise.resolve(profile));
    const { page } = shown;
    await page.locator('.health .last', { hasText: 'opened in' }).waitFor();
    const work = await workOfFrames(browser, page, () => travel(page, false));
    await page.evaluate(() => rows.watch());
    await travel(page, true);
    const blank = await page.evaluate(() => rows.stop());
    const peak = await pagePeak(browser);
    await shown.close();
    console.log(JSON.stringify({ firstPaints, laterPaints, work, blank, peak }));
  } finally {
    for (const profile of opened) profile.close();
    await browser.close();
  }
}

void main();
