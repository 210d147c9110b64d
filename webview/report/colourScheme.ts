/** Which of the two themes of a report the reader's system wants. */

/** Says it to the page as VS Code does, now and whenever it changes. */
export function followColourScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const say = (): void => {
    const kind = dark.matches ? 'vscode-dark' : 'vscode-light';
    document.body.dataset['vscodeThemeKind'] = kind;
    document.body.classList.remove('vscode-dark', 'vscode-light');
    document.body.classList.add(kind);
  };
  dark.addEventListener('change', say);
  say();
}
