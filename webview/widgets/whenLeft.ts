/** For what comes late and would move controls: nobody shall press one that has just come under the pointer or the keyboard. */

const MOVES = ['pointermove', 'pointerout', 'focusin', 'focusout'] as const;

/** Resolves when neither the pointer nor the keyboard is on an element that `selector` matches, and is not looked for once `signal` is aborted. */
export function whenLeft(selector: string, signal: AbortSignal): Promise<void> {
  const isHeld = (): boolean => [...document.querySelectorAll(selector)].some((one) => one.matches(':hover, :focus-within'));
  return new Promise((resolve) => {
    const left = new AbortController();
    const look = (): void => {
      if (isHeld()) return;
      left.abort();
      resolve();
    };
    // What has the keyboard next is known only after the event.
    const soon = (): void => void requestAnimationFrame(look);
    const both = AbortSignal.any([left.signal, signal]);
    for (const move of MOVES) document.addEventListener(move, soon, { signal: both });
    look();
  });
}
