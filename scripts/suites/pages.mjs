// The pages of the extension in a browser, without VS Code: test/pages. Words select files.
import { availableParallelism } from 'node:os';
import { filesBelow } from '../files.mjs';
import { runTests } from '../nodeTest.mjs';
import { chromium, ireeTools, needSystem, wantSystem } from '../tools.mjs';

export function pages(words) {
  needSystem('chromium', 'clang');
  wantSystem('spirv-dis');
  const wanted = (file) => words.length === 0 || words.some((word) => file.includes(word));
  const files = filesBelow(['test/pages'], '.pages.ts').filter(wanted);
  const env = { ...process.env, IREE_TOOLS: ireeTools(), IR_CHROMIUM: chromium() };
  // One waits for a replay or a page while others are at work.
  return runTests(files, { env, about: 'test/pages/window.ts', atOnce: availableParallelism() + 1 });
}
