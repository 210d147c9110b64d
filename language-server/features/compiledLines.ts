/** Lines that compilers have named, in a document of the editor. */
import type { LinesQuestion, PlacedLine } from '../../protocol/processes/languageServer';
import type { KnownCapture } from '../captures/captureIndex';
import type { FollowedLines } from '../sources/followedLines';
import { compareMatches, matchSource, type PathPrefixes } from '../sources/sourceMatch';
import { doubtOf, type SourceState } from './kernels';

/**
 * Of the path that fits the file best. Where several fit as well as each other it is not known which of them the file is: then there are none.
 * Of a line that an edit has removed there is none either.
 */
export function placedLines(
  file: string,
  { places, measured }: Pick<LinesQuestion, 'places' | 'measured'>,
  capture: KnownCapture,
  prefixes: PathPrefixes,
  state: SourceState | undefined,
  lines: FollowedLines,
): readonly PlacedLine[] {
  if (measured < capture.modified) return [];
  const matches = [...new Set(places.map(({ path }) => path))]
    .flatMap((path) => {
      const match = matchSource(file, path, prefixes);
      return match === undefined ? [] : [{ path, match }];
    })
    .toSorted((a, b) => compareMatches(a.match, b.match));
  const [best, next] = matches;
  if (best === undefined || (next !== undefined && compareMatches(best.match, next.match) === 0)) return [];
  const md5 = capture.functions.flatMap(({ locations }) => locations).find(({ path }) => path === best.path)?.md5;
  return places.flatMap(({ path, line }, place) => {
    const now = path === best.path && line > 0 ? lines.now(line - 1) : undefined;
    if (now === undefined) return [];
    const doubt = doubtOf(best.match, { path, line, ...(md5 === undefined ? {} : { md5 }) }, capture, state);
    return [{ place, line: now, ...(doubt === undefined ? {} : { doubt }) }];
  });
}
