/** The code of the record that is shown: what both of its tabs know and have chosen. Only the latest question counts. */
import type { KernelChoice, KernelSource, KernelSources, ListingHead, ListingRow, RecordCode } from '../../../protocol/code/kernelCode';
import type { CodePages } from '../../widgets/code/codePages';
import { createShownPages } from '../../widgets/code/shownPages';
import { createLatest, type Latest } from '../../widgets/latest';
import type { Context } from '../context';

/** A line of a source: files are told apart by their names alone, as a compiler may have had them elsewhere. */
export interface ChosenLine {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  /** The tab that it was chosen in: the other one brings it into view. */
  readonly chosenIn: 'disassembly' | 'source';
}

export interface CodeState {
  /** The executable and functions of a record; null of one that has none. */
  readonly code: Latest<number, RecordCode | null>;
  readonly listing: Latest<KernelChoice, ListingHead>;
  readonly sources: Latest<KernelChoice, KernelSources>;
  /** Rows of the listing that is there. */
  readonly rows: CodePages<ListingRow> | undefined;
  /** The source that is chosen, with its place among all. */
  readonly source: { readonly index: number; readonly source: KernelSource } | undefined;
  /** Lines of that source. */
  readonly text: CodePages<string> | undefined;
  /** What is marked in both tabs. */
  line: ChosenLine | undefined;
  /** Who goes from a row to the other tab goes on there by keys. */
  wantsKeyboard: boolean;
  /** Asks for what is to be known of a record. */
  want(record: number): void;
  /** The function that is shown. */
  readonly choice: KernelChoice | undefined;
  chooseFunction(ordinal: number): void;
  chooseSource(index: number): void;
  /** Asks everything again: files or programs are others, or the capture is. */
  forget(): void;
}

const sameKernel = (a: KernelChoice, b: KernelChoice): boolean => a.executable === b.executable && a.ordinal === b.ordinal;

export function createCodeState(context: () => Pick<Context, 'host'>, changed: () => void): CodeState {
  /** Functions that were chosen of executables that are looked at themselves. */
  const chosen = new Map<string, number>();
  /** Of KernelSources: which of them is shown, by its path. */
  let shownSource: string | undefined;
  let line: ChosenLine | undefined;

  const code = createLatest<number, RecordCode | null>((record, signal) => context().host.recordCode({ record }, signal), changed);
  const listing = createLatest<KernelChoice, ListingHead>(
    (kernel, signal) => context().host.listing(kernel, signal),
    () => changed(),
    sameKernel,
  );
  const sources = createLatest<KernelChoice, KernelSources>(
    (kernel, signal) => context().host.sources(kernel, signal),
    () => changed(),
    sameKernel,
  );
  const choice = (): KernelChoice | undefined => {
    const { value } = code;
    if (value === undefined || value === null) return undefined;
    const ordinal = value.called ?? chosen.get(value.executable) ?? value.functions[0]?.ordinal;
    return ordinal === undefined ? undefined : { executable: value.executable, ordinal };
  };
  const source = (): CodeState['source'] => {
    const all = sources.value?.sources ?? [];
    const index = Math.max(
      0,
      all.findIndex(({ path }) => path === shownSource),
    );
    const found = all[index];
    return found === undefined ? undefined : { index, source: found };
  };

  const rows = createShownPages<{ readonly head: ListingHead; readonly kernel: KernelChoice }, ListingRow>({
    fetch: ({ kernel }, start, count, signal) => context().host.listingRows({ ...kernel, start, count }, signal),
    same: (a, b) => a.head === b.head,
    changed,
  });
  const text = createShownPages<{ readonly of: KernelSources; readonly kernel: KernelChoice; readonly index: number }, string>({
    fetch: ({ kernel, index }, start, count, signal) => context().host.sourceRows({ ...kernel, source: index, start, count }, signal),
    same: (a, b) => a.of === b.of && a.index === b.index,
    changed,
  });

  return {
    wantsKeyboard: false,
    code,
    listing,
    sources,
    get rows() {
      const { value: head, of: kernel } = listing;
      return rows.of(head === undefined || kernel === undefined ? undefined : { head, kernel });
    },
    get source() {
      return source();
    },
    get text() {
      const { value: of, of: kernel } = sources;
      const shown = source();
      return text.of(of === undefined || kernel === undefined || shown === undefined ? undefined : { of, kernel, index: shown.index });
    },
    get line() {
      return line;
    },
    set line(next) {
      if (line?.name === next?.name && line?.line === next?.line) return;
      line = next;
      changed();
    },
    want(record) {
      code.want(record);
      const kernel = code.of === record ? choice() : undefined;
      if (kernel === undefined) return;
      listing.want(kernel);
      sources.want(kernel);
    },
    get choice() {
      return choice();
    },
    chooseFunction(ordinal) {
      const executable = code.value?.executable;
      if (executable === undefined) return;
      chosen.set(executable, ordinal);
      changed();
    },
    chooseSource(index) {
      shownSource = sources.value?.sources[index]?.path;
      changed();
    },
    forget() {
      code.forget();
      listing.forget();
      sources.forget();
      rows.forget();
      text.forget();
      line = undefined;
      changed();
    },
  };
}
