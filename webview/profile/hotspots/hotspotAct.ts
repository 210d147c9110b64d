/** What can be done with a row of the table of hotspots. */
import type { SampledChoice, SourceLine } from '../../../protocol/code/hotspots';
import type { ProfileCommand } from '../../../protocol/profile/profile';
import type { FoundHotspot } from './findHotspot';
import { isListed } from './listedFunctions';

export interface HotspotAct {
  readonly label: string;
  readonly title: string;
  /** Absent where the tab's own listing shows it. */
  readonly command?: ProfileCommand;
  readonly about: { readonly record?: number; readonly via?: number; readonly place?: SourceLine; readonly kernel?: SampledChoice };
  /** What it needs is not known. */
  readonly isMissing: boolean;
}

/** The kernel that a row is in, as the host is asked about it. */
export function chosenKernel({ kernel: { name, executable, function: ordinal, lines } }: FoundHotspot): SampledChoice {
  // The most samples first.
  const hottest = lines.filter(({ path }, at) => lines.findIndex((one) => one.path === path) === at);
  return { name, executable, function: ordinal, lines: hottest.map(({ path, line }) => ({ path, line })) };
}

/** What Enter does with a row, and its button: a kernel leads to its record, a line to its source, machine code to its place in the listing. */
export function actOnHotspot(found: FoundHotspot): HotspotAct {
  const { record, via } = found.kernel;
  const about = { ...(record === undefined ? {} : { record }), ...(via === undefined ? {} : { via }) };
  const isMissing = record === undefined;
  switch (found.what) {
    case 'kernel':
      return {
        label: 'Show Record',
        title: 'Show the record with the most samples in the capture',
        command: 'openRecord',
        about,
        isMissing,
      };
    case 'line': {
      const { path, line } = found.line;
      return {
        label: 'Show Source',
        title: 'Show the line in its source',
        command: 'showSource',
        about: { ...about, place: { path, line }, kernel: chosenKernel(found) },
        isMissing,
      };
    }
    case 'loop':
    case 'function':
    case 'instruction':
      return {
        label: 'Show Disassembly',
        title: 'Show it in the machine code that was sampled, with the share of each instruction',
        isMissing: false,
        // The document has code of no known function, too.
        ...(isListed(found) ? { about: {} } : { command: 'showDisassembly', about: { kernel: chosenKernel(found) } }),
      };
  }
}
