/** How the names of a capture are shortened. */
import type { CaptureSummary } from '../../protocol/capture/capture';
import { shortNames, type ShortNames } from '../widgets/shortNames';

export function namesOf(summary: CaptureSummary | undefined): ShortNames {
  return shortNames((summary?.executables ?? []).flatMap(({ functions }) => functions));
}
