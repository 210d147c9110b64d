/** All keys of a page, over it: opened and closed by `?`. */
import { html, nothing, render, type TemplateResult } from 'lit-html';

/** What some keys do, where. */
export interface KeyGroup {
  readonly title: string;
  readonly keys: readonly (readonly [keys: readonly string[], does: string])[];
}

/** Keys that every page has. */
export const EVERYWHERE: KeyGroup = {
  title: 'Everywhere',
  keys: [
    [['F6', 'Shift+F6'], 'next and previous part of the page, then of VS Code'],
    [['Tab', 'Shift+Tab'], 'next and previous control'],
    [['?'], 'open and close this sheet'],
  ],
};

/** Whether a key is for a text that is typed into. */
function typing({ target }: Event): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** Has `?` open and close a sheet with these keys; it takes the keyboard, and gives it back. */
export function keyboardSheet(groups: readonly KeyGroup[]): void {
  let dialog: HTMLDialogElement | undefined;
  let before: Element | null = null;
  const close = (): void => dialog?.close();
  const open = (): void => {
    before = document.activeElement;
    const made = (dialog = document.createElement('dialog'));
    made.className = 'sheet';
    made.setAttribute('aria-labelledby', 'sheet-title');
    made.addEventListener('close', () => {
      made.remove();
      dialog = undefined;
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    });
    made.addEventListener('click', (event) => {
      if (event.target === made) close();
    });
    render(sheet(groups, close), made);
    (document.getElementById('app') ?? document.body).append(made);
    made.showModal();
  };
  // Before the page's own keys, which a sheet that is open keeps to itself.
  document.addEventListener(
    'keydown',
    (event) => {
      const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
      if (event.key === '?' && plain && !typing(event)) {
        if (dialog === undefined) open();
        else close();
      } else if (dialog === undefined) {
        return;
      } else if (event.key === 'Escape') {
        close();
      } else if (event.key === 'Tab' || event.key === 'Enter' || event.key === ' ' || event.key.startsWith('Arrow')) {
        // What a dialog does with them.
        event.stopPropagation();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}

function sheet(groups: readonly KeyGroup[], close: () => void): TemplateResult {
  return html`<header>
      <h2 id="sheet-title">Keyboard</h2>
      <vscode-button appearance="secondary" @click=${close}>Close</vscode-button>
    </header>
    <div class="groups" tabindex="0" role="region" aria-label="Keys">
      ${groups.map(
        ({ title, keys }) =>
          html`<section>
            <h3>${title}</h3>
            <dl>
              ${keys.map(
                ([names, does]) =>
                  html`<div>
                    <dt>${names.map((name, i) => html`${i === 0 ? nothing : ' '}<kbd>${name}</kbd>`)}</dt>
                    <dd>${does}</dd>
                  </div>`,
              )}
            </dl>
          </section>`,
      )}
    </div>`;
}
