/**
 * What VS Code gives pages of its themes, kept of a real window by
 * `IR_RENEW=1 npm run test:e2e -- themes --vscode=1.139.1`. That test also says when VS Code, or what our pages name, is no longer as kept.
 */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';

export interface Theme {
  /** The class of the body, "vscode-dark". */
  readonly kind: string;
  /** Attributes of the body. */
  readonly data: Readonly<Record<string, string>>;
  /** Those that our pages name, on the document. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Where a theme is kept, by the name that VS Code's settings have for it. */
export const themeFile = (name: string): string => path.join(__dirname, 'themes', `${name.toLowerCase().replaceAll(' ', '-')}.json`);

export function keptTheme(name: string): Theme {
  return JSON.parse(readFileSync(themeFile(name), 'utf8')) as Theme;
}

export const DEFAULT_STYLES = path.join(__dirname, 'themes', 'default.css');

/** What VS Code says of every page before its own styles, whatever the theme. */
export const defaultStyles = (): string => readFileSync(DEFAULT_STYLES, 'utf8');
