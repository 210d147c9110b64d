/** Icons of VS Code, 16 x 16 units, drawn with the current colour. */
import back from '@vscode/codicons/src/icons/arrow-left.svg';
import forward from '@vscode/codicons/src/icons/arrow-right.svg';
import next from '@vscode/codicons/src/icons/arrow-down.svg';
import previous from '@vscode/codicons/src/icons/arrow-up.svg';
import swap from '@vscode/codicons/src/icons/arrow-swap.svg';
import down from '@vscode/codicons/src/icons/chevron-down.svg';
import right from '@vscode/codicons/src/icons/chevron-right.svg';
import up from '@vscode/codicons/src/icons/chevron-up.svg';
import minus from '@vscode/codicons/src/icons/remove.svg';
import plus from '@vscode/codicons/src/icons/add.svg';
import fit from '@vscode/codicons/src/icons/screen-normal.svg';
import whole from '@vscode/codicons/src/icons/screen-full.svg';
import save from '@vscode/codicons/src/icons/save.svg';
import close from '@vscode/codicons/src/icons/close.svg';
import copy from '@vscode/codicons/src/icons/copy.svg';
import stop from '@vscode/codicons/src/icons/debug-stop.svg';
import ellipsis from '@vscode/codicons/src/icons/ellipsis.svg';
import error from '@vscode/codicons/src/icons/error.svg';
import filter from '@vscode/codicons/src/icons/filter.svg';
import home from '@vscode/codicons/src/icons/home.svg';
import info from '@vscode/codicons/src/icons/info.svg';
import lock from '@vscode/codicons/src/icons/lock.svg';
import ok from '@vscode/codicons/src/icons/pass.svg';
import pin from '@vscode/codicons/src/icons/pin.svg';
import pinned from '@vscode/codicons/src/icons/pinned.svg';
import play from '@vscode/codicons/src/icons/play.svg';
import pulse from '@vscode/codicons/src/icons/pulse.svg';
import refresh from '@vscode/codicons/src/icons/refresh.svg';
import search from '@vscode/codicons/src/icons/search.svg';
import warning from '@vscode/codicons/src/icons/warning.svg';
import clock from '@vscode/codicons/src/icons/watch.svg';
import { html, type TemplateResult } from 'lit-html';
import { unsafeSVG } from 'lit-html/directives/unsafe-svg.js';

const FILES = {
  back,
  clock,
  close,
  copy,
  down,
  ellipsis,
  error,
  fit,
  filter,
  forward,
  home,
  info,
  lock,
  minus,
  next,
  ok,
  pin,
  pinned,
  play,
  plus,
  previous,
  pulse,
  refresh,
  right,
  save,
  search,
  stop,
  swap,
  up,
  warning,
  whole,
};

export type IconName = keyof typeof FILES;

/** What the file of an icon draws, without its frame. */
const shape = (name: IconName): string => FILES[name].replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');

/** An icon; what it means must be said by the text or the label beside it. */
export function icon(name: IconName, className = ''): TemplateResult {
  return html`<svg class="ic ${className}" viewBox="0 0 16 16" aria-hidden="true">${unsafeSVG(shape(name))}</svg>`;
}
