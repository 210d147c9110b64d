// The pages of the extension in a browser, without VS Code: test/pages. Words select files, which run several times where asked
// (repeated.mjs). `--pictures` takes hundreds of pictures, for people to look at; what fails has its own anyway. `--media` renews those of
// the guides.
// `--late-frames=MS` has every page draw that much later, as on a machine that is busy: what a test reads too early shows every time.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { filesBelow } from '../files.mjs';
import { wholeNumber } from '../flags.mjs';
import { keepMedia } from '../media.mjs';
import { runTests } from '../nodeTest.mjs';
import { repeated } from '../repeated.mjs';
import { root } from '../run.mjs';
import { chromium, ireeTools, lavapipe, needSystem, wantSystem } from '../tools.mjs';

export async function pages(flags) {
  needSystem('chromium', 'clang', 'llvm-omp', 'lavapipe');
  wantSystem('spirv-dis');
  const words = flags.filter((flag) => !flag.startsWith('--'));
  const wanted = (file) => words.length === 0 || words.some((word) => file.includes(word));
  const files = filesBelow(['test/pages'], '.pages.ts').filter(wanted);
  const env = { ...process.env, IREE_TOOLS: ireeTools(), IR_CHROMIUM: chromium(), VK_ICD_FILENAMES: lavapipe };
  if (flags.includes('--pictures')) env.IR_PICTURES = 'yes';
  if (flags.includes('--media')) env.IR_MEDIA = 'yes';
  const late = wholeNumber(flags, 'late-frames', 0);
  if (late > 0) env.IR_LATE_FRAMES = String(late);
  // One waits for a replay or a page while others are at work.
  const how = { env, together: true, about: 'test/pages/window.ts', atOnce: availableParallelism() + 1 };
  const begun = Date.now();
  const counts = await repeated(flags, () => runTests(files, how));
  if (flags.includes('--media')) keepMedia(path.join(root, 'test', 'artifacts', 'screenshots', 'pages'), begun);
  return counts;
}
