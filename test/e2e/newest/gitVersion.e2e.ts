/** Files under Git, with VS Code's own Git: what is shown of a version says which it is, in its tab and in its page. */
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { shownCapture } from '../captureEditor';
import { chooseInContextMenu } from '../contextMenu';
import { shownProfile } from '../profileEditor';
import { startWorkbench, until, type Workbench } from '../workbench';

const [CAPTURE, PROFILE] = ['small.ireereplay', 'one-dispatch.ireeprof'];

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: [CAPTURE, `profiles/${PROFILE}`], whole: true, settings: { 'git.enabled': true } });
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd: workbench.folder });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message=recorded');
  for (const name of [CAPTURE, PROFILE]) appendFileSync(path.join(workbench.folder, name), 'torn');
  git('add', '.');
  await workbench.reload();
  await workbench.page.keyboard.press('Control+Shift+G');
});
after(async () => {
  await workbench.dispose();
});

/** Opens what was committed of a staged file. */
async function openHead(name: string): Promise<void> {
  await chooseInContextMenu(workbench, change(name), 'Open File (HEAD)');
  await workbench.page.locator('.tab.active', { hasText: `${name} (HEAD)` }).waitFor();
}
const change = (name: string) => workbench.page.locator('.scm-view .monaco-list-row', { hasText: name });

test('a capture that was committed', async () => {
  await openHead(CAPTURE);
  await (await shownCapture(workbench)).view.locator('.words', { hasText: 'version HEAD' }).waitFor();
});

test('a profile that was committed', async () => {
  await openHead(PROFILE);
  await (await shownProfile(workbench)).view.locator('.words', { hasText: 'version HEAD' }).waitFor();
});

test('both sides of what was staged', async () => {
  await change(CAPTURE).click();
  for (const version of ['HEAD', 'index'])
    await until(`the page of ${version}`, async () => {
      const lines = workbench.page.frames().map((frame) => frame.locator('.words:visible', { hasText: `version ${version}` }));
      return (await Promise.all(lines.map((line) => line.count().catch(() => 0)))).some((count) => count > 0);
    });
  await workbench.screenshot('git-versions');
});
