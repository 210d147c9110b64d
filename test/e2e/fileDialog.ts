/** VS Code's file dialog, which is a quick input in the tests. */
import { until, type Workbench } from './workbench';

/** Types `file` into the dialog whose title begins with `title` and that has the button, and presses that until the dialog is gone. */
export async function answerFileDialog(workbench: Workbench, title: string, file: string, button: string): Promise<void> {
  // Another question's title may end with this one.
  const begins = new RegExp(`^\\s*${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
  const titled = workbench.page.locator('.quick-input-title', { hasText: begins });
  const press = workbench.page.getByRole('button', { name: button, exact: true });
  // A list to choose from that is asked before it may have a title that begins so, too, and be gone while it is looked at.
  const dialog = workbench.page.locator('.quick-input-widget:visible').filter({ has: titled }).filter({ has: press });
  await dialog.waitFor();
  const input = dialog.locator('input').first();
  // It writes where it stands, or the name that it proposes, into its input once it knows what is there, over what was typed until then.
  await dialog.locator('.monaco-list-row').first().waitFor();
  let pressed = false;
  // It takes no answer while it still looks at the folder, and is gone once it has taken one.
  await until('the dialog to take it', async () => {
    if ((await dialog.count()) === 0) {
      if (!pressed) throw new Error('it went before it was answered');
      return true;
    }
    if ((await input.inputValue({ timeout: 1000 })) !== file) {
      await input.fill(file, { timeout: 1000 });
      return false;
    }
    await dialog.getByRole('button', { name: button, exact: true }).click({ timeout: 1000 });
    pressed = true;
    // The next question has its button where this one has it: who presses twice would answer that, too.
    await dialog.waitFor({ state: 'hidden', timeout: 1000 }).catch(() => undefined);
    return false;
  });
}
