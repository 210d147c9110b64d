/** Hovers as words and links: Markdown is read as far as ours goes. */
import type * as vscode from 'vscode';
import type { TextDocument } from './documents';
import { CancellationTokenSource } from './events';
import type { Languages } from './languages';
import { MarkdownString, type Position } from './values';

export interface ShownHover {
  /** With one blank between them. */
  readonly words: string;
  /** Addresses of its pictures. */
  readonly pictures: readonly string[];
  /** As a click on the first link that is called so. */
  follow(link: string | RegExp): void;
}

const LINK = /\[((?:\\.|[^\]\\])*)\]\(([^\s)]+)[^)]*\)/g;
const PICTURE = /!\[((?:\\.|[^\]\\])*)\]\(([^)]+)\)/g;

/** What stands at a place of a text; undefined where nobody says anything. `run` does what a link's command is. */
export async function hoverAt(
  document: TextDocument,
  position: Position,
  languages: Languages,
  run: (command: string, ...args: readonly unknown[]) => void,
): Promise<ShownHover | undefined> {
  const { token } = new CancellationTokenSource();
  const ask = async (provider: vscode.HoverProvider): Promise<readonly unknown[]> => {
    const hover = await provider.provideHover(document as unknown as vscode.TextDocument, position as vscode.Position, token);
    return hover?.contents ?? [];
  };
  const all = (await Promise.all(languages.of('Hover', document).map(ask))).flat();
  if (all.length === 0) return undefined;
  const parts = all.map((one) => (one instanceof MarkdownString ? one : new MarkdownString(String(one))));
  return {
    words: parts
      .map(({ value }) => wordsIn(value))
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    pictures: parts.flatMap(({ value }) => [...value.matchAll(PICTURE)].map(([, , address = '']) => address)),
    follow(link) {
      for (const { value, isTrusted } of parts)
        for (const [, title = '', address = ''] of value.replaceAll(PICTURE, '').matchAll(LINK)) {
          if (!(typeof link === 'string' ? wordsIn(title) === link : link.test(wordsIn(title)))) continue;
          const [, command = '', query = ''] = /^command:([^?]+)\??(.*)$/.exec(address) ?? [];
          if (!trusts(isTrusted, command)) throw new Error(`the hover may not run ${command}`);
          const args: unknown = query === '' ? [] : JSON.parse(decodeURIComponent(query));
          run(command, ...(Array.isArray(args) ? (args as unknown[]) : [args]));
          return;
        }
      throw new Error(`no link ${String(link)} in ${parts.map(({ value }) => value).join('\n')}`);
    },
  };
}

const trusts = (isTrusted: unknown, command: string): boolean =>
  isTrusted === true ||
  (typeof isTrusted === 'object' &&
    ((isTrusted as { readonly enabledCommands?: readonly string[] }).enabledCommands ?? []).includes(command));

const wordsIn = (markdown: string): string =>
  markdown
    .replaceAll(PICTURE, '')
    .replaceAll(LINK, '$1')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/\$\([\w~-]+\)|\*\*|^\|[-:|]+\|$/gm, '')
    .replaceAll(/(?<!\\)\|/g, ' ')
    .replaceAll(/\\(.)/g, '$1');
