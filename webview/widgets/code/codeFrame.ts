/** What holds a list of code. */

/** A view's elements: what stands over the list, and the list. */
export function codeFrame(): { readonly element: HTMLElement; readonly top: HTMLElement; readonly list: HTMLElement } {
  const element = document.createElement('div');
  element.className = 'codeview';
  const top = element.appendChild(document.createElement('div'));
  top.className = 'codetop';
  const list = element.appendChild(document.createElement('div'));
  return { element, top, list };
}
