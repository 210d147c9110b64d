/** The seed that many behind another. Seeds have 32 bits, and the first follows the last. */
export const seedAfter = (seed: number, count: number): number => (seed + count) % 2 ** 32;
