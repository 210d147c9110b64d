/** A page in one file: it loads nothing, and runs nothing but the script that is in it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { generatorOf } from './reportFile';

export interface StandalonePage {
  readonly title: string;
  /** Of IREE Replay. */
  readonly version: string;
  readonly styles: readonly string[];
  /** HTML. */
  readonly body: string;
  /** What runs when the body is there, if anything does. */
  readonly script?: string;
}

export function standalonePage({ title, version, styles, body, script }: StandalonePage): string {
  // Elements are sized and coloured through style attributes, which only 'unsafe-inline' admits.
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`]),
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="generator" content="${escaped(generatorOf(version))}" />
    <meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)}</title>
${styles.map((style) => `    <style>${style}</style>`).join('\n')}
  </head>
  <body>
${body}${script === undefined ? '' : `\n    <script>${script}</script>`}
  </body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The text in HTML, between elements or in the quotes of an attribute. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => ENTITIES[one] ?? one);

/** A script or style of the built pages, without the name of a file that only a checkout has. Rejects where it is not there. */
export const builtPart = (pages: string, name: string): Promise<string> =>
  readFile(path.join(pages, name), 'utf8').then((text) => text.replace(/\n(\/\/|\/\*)# sourceMappingURL=.*\s*$/, '\n'));
