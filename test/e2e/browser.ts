import { writeFileSync } from 'node:fs';
import { chromium, type Browser, type CDPSession } from 'playwright-core';
import { chromiumFlags } from '../../scripts/tools.mjs';

/** What `npm run test:e2e` says about the VS Code and the browser to use. */
export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run this through npm run test:e2e or test:pages`);
  return value;
}

/** A browser without a display, and without services that ask the network. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: environment('IR_CHROMIUM'), args: [...chromiumFlags] });
}

/** Takes a picture of a page into a file that is not made small: that would be most of the work. */
export async function takePicture(devTools: CDPSession, file: string): Promise<void> {
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  writeFileSync(file, data, 'base64');
}
