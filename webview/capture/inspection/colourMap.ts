/** A scale of colours whose lightness grows evenly, and that people see alike who cannot tell red from green: cividis. */

/** At equal distances, from the smallest to the largest; of J. R. Nuñez, C. R. Anderton and R. S. Renslow, PLoS ONE 13(7), 2018. */
const STOPS: readonly (readonly [number, number, number])[] = [
  [0x00, 0x20, 0x4d],
  [0x00, 0x33, 0x6f],
  [0x39, 0x48, 0x6b],
  [0x57, 0x5d, 0x6d],
  [0x70, 0x71, 0x73],
  [0x8a, 0x87, 0x79],
  [0xa6, 0x9d, 0x75],
  [0xc4, 0xb5, 0x6c],
  [0xff, 0xea, 0x46],
];

/** Red, green and blue from 0 to 255 of a part from 0 to 1. */
export function colourAt(part: number): readonly [number, number, number] {
  const place = Math.min(1, Math.max(0, part)) * (STOPS.length - 1);
  const index = Math.min(STOPS.length - 2, Math.floor(place));
  const [low, high] = [STOPS[index] ?? [0, 0, 0], STOPS[index + 1] ?? [0, 0, 0]];
  const mixed = (channel: 0 | 1 | 2): number => Math.round(low[channel] + (high[channel] - low[channel]) * (place - index));
  return [mixed(0), mixed(1), mixed(2)];
}

/** The scale as a background of CSS, from left to right. */
export const scaleGradient = `linear-gradient(to right, ${STOPS.map((rgb) => `rgb(${rgb.join(' ')})`).join(', ')})`;
