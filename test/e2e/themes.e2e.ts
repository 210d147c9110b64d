import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putCapture, shownCapture } from './captureEditor';
import { startWorkbench, until } from './workbench';

const themes: Readonly<Record<string, string>> = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'high-contrast': 'Default High Contrast',
  'high-contrast-light': 'Default High Contrast Light',
};

for (const [name, theme] of Object.entries(themes)) {
  test(`the editor takes its colours from the ${name} theme`, async () => {
    const workbench = await startWorkbench({ settings: { 'workbench.colorTheme': theme } });
    try {
      putCapture(workbench, 'models/block/block.sync.ireereplay', 'block.ireereplay');
      await workbench.page.setViewportSize({ width: 1600, height: 1000 });
      await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
      await workbench.openFile('block.ireereplay');
      const editor = await shownCapture(workbench);
      await editor.search('fn:*matmul*');
      await editor.view.getByLabel('Search records').press('Enter');
      await until('a match', async () => (await editor.heading()) === '#31 command_buffer.dispatch');
      await editor.view.getByRole('treegrid').focus();
      const [ink, paper] = await editor.view.locator('#app').evaluate((app) => {
        const body = app.ownerDocument.defaultView?.getComputedStyle(app.ownerDocument.body).backgroundColor ?? '';
        return [app.ownerDocument.defaultView?.getComputedStyle(app).color ?? '', body];
      });
      assert.notEqual(ink, paper);
      await workbench.screenshot(`capture-${name}`);
    } finally {
      await workbench.dispose();
    }
  });
}

test('an untrusted workspace can view, not replay, and is told how to change that', async () => {
  const workbench = await startWorkbench({ files: ['small.ireereplay'], trusted: false });
  try {
    await workbench.openFile('small.ireereplay');
    const editor = await shownCapture(workbench);
    await until('the reason', async () => (await editor.health()).startsWith('Restricted Mode: viewing only'));
    assert.equal(await editor.replayButton.getAttribute('disabled'), '');
    await editor.view.locator('vscode-button', { hasText: 'Manage Workspace Trust' }).waitFor();
    await workbench.screenshot('capture-restricted');
  } finally {
    await workbench.dispose();
  }
});
