/** A window with LLVM's recordings. */
import type { FrameLocator } from 'playwright-core';
import { openWindow, type PagesWindow } from './window';

/** With these folders of test/fixtures/neighbours/llvm. */
export async function openLlvmWindow(...folders: readonly string[]): Promise<PagesWindow> {
  const window = await openWindow({
    files: folders.map((folder) => `neighbours/llvm/${folder}`),
    settings: { 'workbench.colorTheme': 'Default Dark Modern' },
  });
  await window.page.setViewportSize({ width: 1600, height: 1000 });
  return window;
}

/** Opens a recording as a person does who looks at its text. */
export async function openRecording(window: PagesWindow, name: string): Promise<FrameLocator> {
  await window.openFile(name);
  await window.runCommand('IREE Replay: Open as Kernel Recording');
  return window.webview();
}
