// The pages of the extension in a browser, without VS Code: test/pages. Words select files. One browser serves all files.
import { chromium as playwright } from 'playwright-core';
import { filesBelow } from '../files.mjs';
import { runTests } from '../nodeTest.mjs';
import { chromium, chromiumFlags, ireeTools, needSystem, wantSystem } from '../tools.mjs';

export async function pages(words) {
  needSystem('chromium', 'clang');
  wantSystem('spirv-dis');
  const wanted = (file) => words.length === 0 || words.some((word) => file.includes(word));
  const files = filesBelow(['test/pages'], '.pages.ts').filter(wanted);
  const browser = await playwright.launchServer({ executablePath: chromium(), args: chromiumFlags });
  try {
    return await runTests(files, { env: { ...process.env, IREE_TOOLS: ireeTools(), IR_BROWSER: browser.wsEndpoint() } });
  } finally {
    await browser.close();
  }
}
