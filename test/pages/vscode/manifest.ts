/** What package.json tells VS Code of the extension. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';

/** The checkout, which is an unpacked extension once it is built. */
export const ROOT = path.resolve(__dirname, '..', '..', '..');

interface Conditional {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

export interface Manifest {
  readonly version: string;
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category?: string;
      readonly enablement?: string;
    }[];
    readonly menus: Readonly<Record<string, readonly Conditional[]>>;
    readonly keybindings: readonly (Conditional & { readonly key: string; readonly args?: unknown })[];
    readonly customEditors: readonly {
      readonly viewType: string;
      readonly selector: readonly { readonly filenamePattern: string }[];
      readonly priority: 'default' | 'option';
    }[];
    readonly languages: readonly { readonly id: string; readonly extensions?: readonly string[] }[];
    readonly configuration: readonly Section[] | Section;
  };
}

interface Section {
  readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
}

/** With its texts, which stand in package.nls.json, in their places. */
export function readManifest(): Manifest {
  const text = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');
  const texts = JSON.parse(text('package.nls.json')) as Readonly<Record<string, string>>;
  return JSON.parse(text('package.json'), (_, value: unknown) => {
    const [, name] = typeof value === 'string' ? (/^%(.+)%$/.exec(value) ?? []) : [];
    return name === undefined ? value : (texts[name] ?? value);
  }) as Manifest;
}

/** Of every setting that the manifest has. */
export function settingDefaults({ contributes: { configuration } }: Manifest): ReadonlyMap<string, unknown> {
  const sections = 'properties' in configuration ? [configuration] : configuration;
  return new Map(sections.flatMap(({ properties }) => Object.entries(properties).map(([name, one]) => [name, one.default] as const)));
}
