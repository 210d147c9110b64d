/** Decorations of text editors: kept for the test to look at. */
import type * as vscode from 'vscode';
import { ThemeColor, type Range } from './values';

/** What an editor has of one type. */
export interface ShownDecoration {
  /** First and last, from 1. */
  readonly lines: readonly [first: number, last: number];
  /** As the type looks. */
  readonly look: vscode.DecorationRenderOptions;
  /** Colour of the theme that marks them beside the text; empty without one. */
  readonly ruler: string;
  /** What stands behind the text. */
  readonly behind: string;
}

interface Decorated {
  readonly range: Range;
  readonly renderOptions?: vscode.DecorationInstanceRenderOptions;
}

export interface Decorations {
  /** `TextEditor.setDecorations`. */
  set(type: DecorationType, ranges: readonly (Range | Decorated)[]): void;
  readonly shown: readonly ShownDecoration[];
}

/** `window.createTextEditorDecorationType`. */
export class DecorationType {
  isDisposed = false;

  constructor(readonly look: vscode.DecorationRenderOptions) {}

  dispose(): void {
    this.isDisposed = true;
  }
}

/** Of one editor. */
export function createDecorations(): Decorations {
  const all = new Map<DecorationType, readonly Decorated[]>();
  return {
    set: (type, ranges) =>
      void all.set(
        type,
        ranges.map((one) => ('range' in one ? one : { range: one })),
      ),
    get shown() {
      return [...all].flatMap(([type, ranges]) =>
        type.isDisposed
          ? []
          : ranges.map(({ range, renderOptions }) => ({
              lines: [range.start.line + 1, range.end.line + 1] as const,
              look: type.look,
              ruler: type.look.overviewRulerColor instanceof ThemeColor ? type.look.overviewRulerColor.id : '',
              behind: renderOptions?.after?.contentText ?? type.look.after?.contentText ?? '',
            })),
      );
    },
  };
}
