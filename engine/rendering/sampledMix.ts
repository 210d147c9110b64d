/** What the instructions of a function do, with the samples of one kernel: a part of a row `hotspot_mix`. */
import type { SampledGroup, SampledMix, SampledWidth } from '../../protocol/code/hotspots';
import type { InstructionGroup } from '../../protocol/code/kernelCode';
import { list, number, shareOf, text, type Row } from './sampledRows';

export function sampledMix(part: Row): SampledMix {
  return {
    groups: list(part['groups'])
      .map(groupOf)
      .sort((a, b) => b.samples - a.samples || b.instructions - a.instructions),
    widths: list(part['widths']).map(widthOf),
    uncounted: number(part['uncounted']),
  };
}

const groupOf = (row: Row): SampledGroup => ({
  group: text(row['group']) as InstructionGroup,
  instructions: number(row['instructions']),
  ...shareOf(row),
});

const widthOf = (row: Row): SampledWidth => ({
  element: row['element'] === 'float' ? 'float' : 'integer',
  ...(row['scalar'] === true ? { scalar: true } : {}),
  bits: number(row['bits']),
  instructions: number(row['instructions']),
  ...(row['available_bits'] === undefined ? {} : { available: { bits: number(row['available_bits']), name: text(row['available']) } }),
  ...shareOf(row),
});
