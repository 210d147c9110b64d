/** Providers of language features, each with the documents that it is for: `vscode.languages`. */
import { minimatch } from 'minimatch';
import type * as vscode from 'vscode';
import type { TextDocument } from './documents';
import { Disposable, EventEmitter } from './events';
import { RelativePattern } from './values';

/** Named as the methods of `vscode.languages` that register them. */
interface Providers {
  readonly CodeLens: vscode.CodeLensProvider;
  readonly Hover: vscode.HoverProvider;
  readonly CodeActions: vscode.CodeActionProvider;
  readonly Definition: vscode.DefinitionProvider;
  readonly Reference: vscode.ReferenceProvider;
  readonly DocumentSymbol: vscode.DocumentSymbolProvider;
  readonly CallHierarchy: vscode.CallHierarchyProvider;
  readonly FoldingRange: vscode.FoldingRangeProvider;
  readonly DocumentRangeSemanticTokens: vscode.DocumentRangeSemanticTokensProvider;
}

export type Feature = keyof Providers;

export interface Languages {
  /** Members of `vscode.languages`. */
  readonly api: Readonly<Record<string, unknown>>;
  /** The providers for a document: those that fit it best first, of these the one that was registered last. */
  of<F extends Feature>(feature: F, document: TextDocument): readonly Providers[F][];
  /** Others provide it. */
  readonly onChange: vscode.Event<Feature>;
}

interface Registered {
  readonly selector: unknown;
  readonly provider: unknown;
}

const FEATURES: readonly Feature[] = [
  ...(['CodeLens', 'Hover', 'CodeActions', 'Definition', 'Reference', 'DocumentSymbol', 'CallHierarchy', 'FoldingRange'] as const),
  'DocumentRangeSemanticTokens',
];

export function createLanguages(): Languages {
  const all = new Map<Feature, Registered[]>(FEATURES.map((feature) => [feature, []]));
  const changes = new EventEmitter<Feature>();

  const register =
    (feature: Feature) =>
    (selector: unknown, provider: unknown): Disposable => {
      const one = { selector, provider };
      all.get(feature)?.unshift(one);
      changes.fire(feature);
      return new Disposable(() => {
        const others = all.get(feature)?.filter((other) => other !== one) ?? [];
        all.set(feature, others);
        changes.fire(feature);
      });
    };
  return {
    onChange: changes.event,
    of: <F extends Feature>(feature: F, document: TextDocument) =>
      (all.get(feature) ?? [])
        .map(({ selector, provider }) => ({ score: scoreOf(selector, document), provider: provider as Providers[F] }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .map(({ provider }) => provider),
    api: {
      ...Object.fromEntries(FEATURES.map((feature) => [`register${feature}Provider`, register(feature)])),
      // Is asked of no document.
      registerWorkspaceSymbolProvider: () => new Disposable(() => undefined),
      match: scoreOf,
    },
  };
}

/** How well a selector fits, as VS Code counts it: 0 where it does not. */
function scoreOf(selector: unknown, document: TextDocument): number {
  if (Array.isArray(selector)) return Math.max(0, ...selector.map((one: unknown) => scoreOf(one, document)));
  if (typeof selector === 'string') return valueScore(selector, document.languageId);
  const { language, scheme, pattern } = selector as Partial<vscode.DocumentFilter>;
  const scores = [
    ...(language === undefined ? [] : [valueScore(language, document.languageId)]),
    ...(scheme === undefined ? [] : [valueScore(scheme, document.uri.scheme)]),
    ...(pattern === undefined ? [] : [fits(document.uri.fsPath, pattern) ? 10 : 0]),
  ];
  return scores.includes(0) ? 0 : Math.max(0, ...scores);
}

const valueScore = (wanted: string, is: string): number => (wanted === is ? 10 : wanted === '*' ? 5 : 0);

const fits = (file: string, pattern: vscode.GlobPattern): boolean =>
  typeof pattern === 'string'
    ? minimatch(file, pattern, { dot: true })
    : pattern instanceof RelativePattern && minimatch(file, `${pattern.baseUri.fsPath}/${pattern.pattern}`, { dot: true });
