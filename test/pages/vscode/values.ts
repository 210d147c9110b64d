/** Values of VS Code's API that hold what they are given. */
import type { Pseudoterminal } from 'vscode';

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {
    if (line < 0 || character < 0) throw new Error(`there is no place ${String(line)}, ${String(character)}`);
  }

  translate(lines = 0, characters = 0): Position {
    return new Position(this.line + lines, this.character + characters);
  }

  isBefore(other: Position): boolean {
    return this.line < other.line || (this.line === other.line && this.character < other.character);
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(start: Position, end: Position);
  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number);
  constructor(a: Position | number, b: Position | number, endLine?: number, endCharacter?: number) {
    this.start = typeof a === 'number' ? new Position(a, b as number) : a;
    this.end = typeof b === 'number' ? new Position(endLine ?? 0, endCharacter ?? 0) : b;
  }

  /** Undefined where they do not even touch. */
  intersection(other: Range): Range | undefined {
    const start = this.start.isBefore(other.start) ? other.start : this.start;
    const end = this.end.isBefore(other.end) ? this.end : other.end;
    return end.isBefore(start) ? undefined : new Range(start, end);
  }
}

export class Selection extends Range {
  get active(): Position {
    return this.end;
  }
}

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon {
  static readonly File = new ThemeIcon('file');
  static readonly Folder = new ThemeIcon('folder');

  constructor(
    readonly id: string,
    readonly color?: ThemeColor,
  ) {}
}

export class MarkdownString {
  isTrusted: unknown;
  supportHtml = false;

  constructor(
    public value = '',
    readonly supportThemeIcons = false,
  ) {}

  /** So that it is read as it stands there. */
  appendText(text: string): this {
    const escaped = text.replaceAll(/[\\`*_{}[\]()#+\-!~<>|]/g, '\\$&');
    this.value += escaped.replaceAll(/[ \t]+/g, (blanks) => '&nbsp;'.repeat(blanks.length)).replaceAll('\n', '\n\n');
    return this;
  }

  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
}

export class TreeItem {
  constructor(
    readonly label: unknown,
    readonly collapsibleState = 0,
  ) {}
}

export class Diagnostic {
  source: string | undefined;
  code: string | number | { readonly value: string | number } | undefined;

  constructor(
    readonly range: Range,
    readonly message: string,
    readonly severity = 0,
  ) {}
}

export class Location {
  readonly range: Range;

  constructor(
    readonly uri: unknown,
    at: Range | Position,
  ) {
    this.range = at instanceof Position ? new Range(at, at) : at;
  }
}

export class CodeLens {
  constructor(
    readonly range: Range,
    readonly command?: unknown,
  ) {}
}

export class Hover {
  readonly contents: readonly unknown[];

  constructor(
    contents: unknown,
    readonly range?: Range,
  ) {
    this.contents = Array.isArray(contents) ? contents : [contents];
  }
}

export class CodeAction {
  command: unknown;
  diagnostics: unknown;
  isPreferred: boolean | undefined;

  constructor(
    readonly title: string,
    readonly kind?: unknown,
  ) {}
}

export class DocumentSymbol {
  children: readonly DocumentSymbol[] = [];

  constructor(
    readonly name: string,
    readonly detail: string,
    readonly kind: number,
    readonly range: Range,
    readonly selectionRange: Range,
  ) {}
}

export class CallHierarchyItem {
  constructor(
    readonly kind: number,
    readonly name: string,
    readonly detail: string,
    readonly uri: unknown,
    readonly range: Range,
    readonly selectionRange: Range,
  ) {}
}

export class CallHierarchyIncomingCall {
  constructor(
    readonly from: CallHierarchyItem,
    readonly fromRanges: readonly Range[],
  ) {}
}

/** Files that are made together. */
export class WorkspaceEdit {
  readonly created: { readonly uri: { readonly fsPath: string }; readonly contents: Uint8Array; readonly overwrite: boolean }[] = [];

  createFile(uri: { readonly fsPath: string }, { contents = new Uint8Array(), overwrite = false } = {}): void {
    this.created.push({ uri, contents, overwrite });
  }
}

export class CustomExecution {
  constructor(readonly callback: (definition: unknown) => Promise<Pseudoterminal>) {}
}

export class ProcessExecution {
  constructor(
    readonly process: string,
    readonly args: readonly string[],
    readonly options: { readonly cwd?: string },
  ) {}
}

export class Task {
  detail: string | undefined;
  presentationOptions: unknown;

  constructor(
    readonly definition: unknown,
    readonly scope: unknown,
    readonly name: string,
    readonly source: string,
    readonly execution: unknown,
    readonly problemMatchers: unknown,
  ) {}
}

/** Of what language clients make and ours does not. */
class Unused {
  readonly isUnused = true;
}

export const unused = {
  ...{ CompletionItem: Unused, DocumentLink: Unused, InlayHint: Unused, SymbolInformation: Unused, TypeHierarchyItem: Unused },
  ...{ TabInputTextDiff: Unused, TabInputNotebook: Unused, SemanticTokens: Unused, FoldingRange: Unused },
};

export class RelativePattern {
  readonly base: string;
  readonly baseUri: { readonly fsPath: string };

  constructor(
    base: { readonly uri?: { readonly fsPath: string }; readonly fsPath?: string },
    readonly pattern: string,
  ) {
    this.base = base.uri?.fsPath ?? base.fsPath ?? '';
    this.baseUri = { fsPath: this.base };
  }
}

export class TabInputCustom {
  constructor(
    readonly uri: unknown,
    readonly viewType: string,
  ) {}
}

export class TabInputText {
  constructor(readonly uri: unknown) {}
}

export class CancellationError extends Error {
  override readonly name = 'Canceled';

  constructor() {
    super('Canceled');
  }
}

const numbered = (...names: readonly string[]): Readonly<Record<string, number>> => Object.fromEntries(names.map((name, i) => [name, i]));

/** As @types/vscode numbers them. */
export const enumerations = {
  ViewColumn: { Active: -1, Beside: -2, One: 1, Two: 2 },
  ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  ConfigurationTarget: { Global: 1, Workspace: 2, WorkspaceFolder: 3 },
  UIKind: { Desktop: 1, Web: 2 },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  OverviewRulerLane: { Left: 1, Center: 2, Right: 4, Full: 7 },
  DecorationRangeBehavior: { OpenOpen: 0, ClosedClosed: 1, OpenClosed: 2, ClosedOpen: 3 },
  TextEditorRevealType: { Default: 0, InCenter: 1, InCenterIfOutsideViewport: 2, AtTop: 3 },
  TaskScope: { Global: 1, Workspace: 2 },
  TaskRevealKind: { Always: 1, Silent: 2, Never: 3 },
  CodeActionKind: { QuickFix: { value: 'quickfix' } },
  CodeActionTriggerKind: { Invoke: 1, Automatic: 2 },
  SymbolKind: numbered(
    ...[
      'File',
      'Module',
      'Namespace',
      'Package',
      'Class',
      'Method',
      'Property',
      'Field',
      'Constructor',
      'Enum',
      'Interface',
      'Function',
      'Variable',
    ],
    ...[
      'Constant',
      'String',
      'Number',
      'Boolean',
      'Array',
      'Object',
      'Key',
      'Null',
      'EnumMember',
      'Struct',
      'Event',
      'Operator',
      'TypeParameter',
    ],
  ),
};
