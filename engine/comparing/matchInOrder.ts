/** Which of two lists are the same, in the order of both. */

/** Of so many times so many, pairs are found in a moment, and in little memory. */
const MOST = 16_000_000;

/** The longest list of pairs of places, rising on both sides, whose elements are equal. Throws where there are too many elements. */
export function matchInOrder(one: readonly string[], other: readonly string[]): readonly (readonly [number, number])[] {
  const columns = other.length + 1;
  if ((one.length + 1) * columns > MOST)
    throw new Error(`${String(one.length)} and ${String(other.length)} dispatches are too many to be matched`);
  // How many pairs there are from a place on.
  const most = new Uint16Array((one.length + 1) * columns);
  const at = (row: number, column: number): number => most[row * columns + column] ?? 0;
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--)
      most[row * columns + column] =
        one[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < one.length && column < other.length;) {
    if (one[row] === other[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}
