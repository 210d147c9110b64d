import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { putCapture, shownCapture, type CaptureEditor } from '../e2e/captureEditor';
import { has } from '../e2e/said';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';

/** Themes of VS Code, and what each says of text and of what it stands on. */
const themes: Readonly<Record<string, { readonly theme: string; readonly ink: string; readonly paper: string }>> = {
  dark: { theme: 'Default Dark Modern', ink: 'rgb(204, 204, 204)', paper: 'rgb(31, 31, 31)' },
  light: { theme: 'Default Light Modern', ink: 'rgb(59, 59, 59)', paper: 'rgb(255, 255, 255)' },
  'high-contrast': { theme: 'Default High Contrast', ink: 'rgb(255, 255, 255)', paper: 'rgb(0, 0, 0)' },
  'high-contrast-light': { theme: 'Default High Contrast Light', ink: 'rgb(41, 41, 41)', paper: 'rgb(255, 255, 255)' },
};

/** Colours as they are drawn, of text and of the first thing below it that is not transparent. */
function drawn(place: Locator): Promise<{ readonly ink: string; readonly paper: string }> {
  return place.evaluate((element) => {
    const style = (of: Element): CSSStyleDeclaration | undefined => of.ownerDocument.defaultView?.getComputedStyle(of);
    let below: Element | null = element;
    while (below !== null && style(below)?.backgroundColor === 'rgba(0, 0, 0, 0)') below = below.parentElement;
    return { ink: style(element)?.color ?? '', paper: below === null ? '' : (style(below)?.backgroundColor ?? '') };
  });
}

describe('the capture editor', () => {
  let window: PagesWindow;
  let editor: CaptureEditor;

  before(async () => {
    window = await openWindow();
    putCapture(window, 'models/block/block.sync.ireereplay', 'block.ireereplay');
    await window.page.setViewportSize({ width: 1600, height: 1000 });
    await window.openFile('block.ireereplay');
    editor = await shownCapture(window);
    await editor.search('fn:*matmul*');
    await editor.view.getByLabel('Search records').press('Enter');
    await editor.headed('#31 command_buffer.dispatch');
  });
  after(async () => {
    await window.dispose();
  });

  for (const [name, { theme, ...colours }] of Object.entries(themes)) {
    test(`takes its colours from the ${name} theme`, async () => {
      await window.setTheme(theme);
      await editor.view.getByRole('treegrid').focus();
      // A record of the list that is not selected; the details stand on the colour of side bars.
      const record = editor.row('create_command_buffer').locator('.op');
      await until('the colours', async () => (await drawn(record)).ink === colours.ink);
      assert.deepEqual(await drawn(record), colours);
      assert.equal((await drawn(editor.view.locator('.dh h3'))).ink, colours.ink);
      await window.screenshot(`capture-${name}`);
    });
  }
});

test('an untrusted workspace can view, not replay, and is told how to change that', async () => {
  const window = await openWindow({ files: ['small.ireereplay'], trusted: false });
  try {
    await window.openFile('small.ireereplay');
    const editor = await shownCapture(window);
    await until('the reason', async () => (await editor.health()).startsWith('Restricted Mode: viewing only'));
    await has(editor.replayButton, 'disabled', '');
    await editor.view.locator('vscode-button', { hasText: 'Manage Workspace Trust' }).waitFor();
    await window.screenshot('capture-restricted');
  } finally {
    await window.dispose();
  }
});
