/** What every part of the comparison's page is drawn with. */
import type { ProfileDiffRow } from '../../protocol/profileComparison';
import type { ComparedProfiles, ComparedSamples, ComparisonHost } from '../../protocol/profileComparison';
import type { Calls } from '../../protocol/rpc';

export type SortedBy = 'function' | 'a' | 'b' | 'difference' | 'change' | 'medianA' | 'medianB';

export interface ComparisonContext {
  readonly compared: ComparedProfiles;
  readonly host: Calls<ComparisonHost>;
  /** What the figures beside the table are about. */
  readonly selected: ProfileDiffRow | undefined;
  /** Its times; undefined until they have come. */
  readonly samples: ComparedSamples | undefined;
  /** Functions whose records are shown, by name. */
  readonly opened: ReadonlySet<string>;
  readonly sorting: { readonly by: SortedBy; readonly down: boolean };
  /** Only what is faster, slower, or in one of them alone. */
  readonly onlyDifferences: boolean;
  select(row: ProfileDiffRow): void;
  toggle(name: string): void;
  sort(by: SortedBy): void;
  showOnlyDifferences(only: boolean): void;
  choose(before: readonly string[], b: string): void;
  addEarlier(): void;
}
