/** What a listing is of and by whom, in a line. */
import type { ListingHead } from '../../../protocol/code/kernelCode';
import { counted, grouped } from '../numbers';

export function listingFacts({ section, bytes, program, gpu, lines }: ListingHead): string {
  return [
    ...(section === undefined ? [] : [section]),
    ...(bytes === undefined ? [] : [counted(bytes, 'byte')]),
    ...(program === undefined ? [] : [`disassembled by ${program}`]),
    ...(gpu === undefined || program !== undefined ? [] : [`module ${grouped(gpu.entry.module)}`]),
    ...(lines.length === 0 ? [] : [counted(lines.length, 'line')]),
  ].join(', ');
}
