/** Which version of a file a page shows, where that is not what lies on disk: two pages of a comparison look alike. */
import { html, nothing, type TemplateResult } from 'lit-html';

export const versionWords = (version: string | undefined): TemplateResult | typeof nothing =>
  version === undefined ? nothing : html`<span title="Not the file that lies on disk">version <b>${version}</b></span>`;
