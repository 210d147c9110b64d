import { chromium, type Browser } from 'playwright-core';
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
