/**
 * The tensors that an operation works on, as far as names, lengths and what was seen of its memory tell. Types and shapes are
 * guesses, and never contradict a number of bytes.
 */
import { denseStrides, elementCount, elementSize, ELEMENT_TYPES, type ElementType } from '../../protocol/replay/element';
import type { InspectedRange, Operand, Provenance, TracedSpan } from '../../protocol/replay/inspection';
import { regularPieces, type Pieces } from './regularPieces';

/** IREE packs tensors into buffers at multiples of so many bytes. */
const LINE = 64;
/** What changed in more pieces is shown as one range. */
const MOST_PIECES = 8;
/** More dimensions are not told apart in the ways that they can be left out. */
const MOST_DIMENSIONS = 8;

const typeByName = new Map(ELEMENT_TYPES.map((type) => [type.toLowerCase(), type] as const));

/** What a name says in one of its words: matmul_4x8x16_i8xi8xi32 has the dimensions of the loops, then the types of the operands. */
interface Named {
  readonly dimensions: readonly number[];
  readonly types: readonly ElementType[];
}

export interface Guess {
  readonly type: ElementType;
  readonly shape: readonly number[];
  /** Another operand of the name has as many bytes, in another shape. */
  readonly ambiguous: boolean;
}

/** Dimensions and types in a name, word by word; a dimension that is only known when it runs ("D") makes a word say nothing of shapes. */
function wordsOf(name: string): readonly Named[] {
  const named = name
    .toLowerCase()
    .split('_')
    .flatMap((word): Named[] => {
      const parts = word.split('x');
      if (!parts.every((part) => part === 'd' || /^\d+$/.test(part) || typeByName.has(part))) return [];
      const dimensions = parts.includes('d') ? [] : parts.filter((part) => /^\d+$/.test(part)).map(Number);
      return [{ dimensions, types: parts.flatMap((part) => typeByName.get(part) ?? []) }];
    });
  // "9" of dispatch_9 is no dimension: a number alone is one where types stand beside it or next to it.
  return named.flatMap((word, i): Named[] => {
    if (word.types.length > 0 || word.dimensions.length > 1) return [word];
    return (named[i + 1]?.types.length ?? 0) > 0 && named[i + 1]?.dimensions.length === 0 ? [word] : [];
  });
}

const typesOf = (words: readonly Named[]): readonly ElementType[] => words.findLast(({ types }) => types.length > 0)?.types ?? [];

/** Ways to leave dimensions out: those that leave out the fewest first, and of these those that leave out the last, or else the first. */
function withoutSome(dimensions: readonly number[], last: boolean): readonly (readonly number[])[] {
  if (dimensions.length > MOST_DIMENSIONS) return [dimensions];
  const ways = Array.from({ length: 2 ** dimensions.length - 1 }, (_, i) => i + 1);
  const bit = (way: number, i: number): boolean => ((way >> (dimensions.length - 1 - i)) & 1) === 1;
  const kept = (way: number): readonly number[] => dimensions.filter((_, i) => bit(way, i));
  return ways.sort((a, b) => kept(b).length - kept(a).length || (last ? b - a : a - b)).map(kept);
}

/** Shapes of an operand, likeliest first. A product has m x n x k, behind those of a batch. */
function shapesIn(name: string, use: 'reads' | 'writes'): readonly (readonly number[])[] {
  const words = wordsOf(name).filter(({ dimensions }) => dimensions.length > 0);
  const dimensions = (use === 'reads' ? words[0] : words.at(-1))?.dimensions ?? [];
  if (dimensions.length === 0) return [];
  const [m, n, k] = dimensions.slice(-3);
  if (/matmul|mmt4d/.test(name) && m !== undefined && n !== undefined && k !== undefined) {
    const batch = dimensions.slice(0, -3);
    const sides = [[...batch, m, k], [...batch, k, n], [k, n], [n], [...batch, m, n]];
    return use === 'reads' ? sides : [[...batch, m, n]];
  }
  // Behind the dimensions of its result a convolution has those of its window.
  if (use === 'reads') return withoutSome(dimensions, !name.includes('conv'));
  // What is left out are the loops that are reduced, which stand behind.
  return dimensions.map((_, i) => dimensions.slice(0, dimensions.length - i));
}

function typesFor(name: string, use: 'reads' | 'writes'): readonly ElementType[] {
  const types = [...new Set(typesOf(wordsOf(name)))];
  return use === 'writes' ? types.slice(-1) : types;
}

/** A type and a shape of exactly so many bytes, as the name of the function says. The bytes may end up to a line behind the tensor. */
export function guessTensor(name: string, use: 'reads' | 'writes', length: number, exact = true, skip = 0): Guess | undefined {
  const guesses = typesFor(name, use).flatMap((type) => shapesIn(name, use).map((shape) => ({ type, shape })));
  const fits = ({ type, shape }: Pick<Guess, 'type' | 'shape'>): boolean => {
    const left = length - elementCount(shape) * elementSize(type);
    return exact ? left === 0 : left >= 0 && left < LINE;
  };
  const found = guesses.filter(fits);
  const guess = found[Math.min(skip, found.length - 1)];
  if (guess === undefined) return undefined;
  // Sides of a product are two tensors; what is left out of other shapes is one tensor, said in several ways.
  const shapes = new Set(found.map(({ shape }) => shape.filter((dimension) => dimension !== 1).join('x')));
  const lengths = new Set(found.map(({ type, shape }) => elementCount(shape) * elementSize(type)));
  return { ...guess, ambiguous: lengths.size > 1 || (/matmul|mmt4d/.test(name) && shapes.size > 1) };
}

/** A tensor that may be of one type alone. */
function onlyType(name: string, use: 'reads' | 'writes', length: number): ElementType | undefined {
  const types = typesFor(name, use);
  const [type] = types;
  return types.length === 1 && type !== undefined && length % elementSize(type) === 0 ? type : undefined;
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

/** The operands of an operation: what it is seen to write, what it is seen to read, and ranges of which nothing is seen. */
export function operandsOf(name: string, ranges: readonly InspectedRange[], { found, left }: Provenance): readonly Operand[] {
  return ranges.flatMap((range, index) => {
    const isInside = ({ buffer, offset, length }: TracedSpan): boolean =>
      buffer === range.buffer &&
      Number(offset) >= Number(range.offset) &&
      Number(offset) + Number(length) <= Number(range.offset) + Number(range.length);
    const holders = (span: TracedSpan): readonly number[] =>
      ranges.flatMap((one, i) =>
        one.buffer === span.buffer &&
        Number(span.offset) >= Number(one.offset) &&
        Number(span.offset) + Number(span.length) <= Number(one.offset) + Number(one.length)
          ? [i]
          : [],
      );
    // What several bindings hold is taken to be read through the first, and written through the last.
    const reads = found.filter((span) => span.reading === 'seen' && isInside(span) && holders(span)[0] === index);
    const writes = left.filter((span) => isInside(span) && holders(span).at(-1) === index);
    const around = found.filter((span) => isInside(span) && holders(span)[0] === index);
    const place = { offset: Number(range.offset), length: Number(range.length) };
    const isSeen = ({ reading }: TracedSpan): boolean => reading === 'seen';
    const pieced = regularPieces(
      around.filter(isSeen),
      around.filter((span) => !isSeen(span)),
      place,
    ).flatMap((pieces) => {
      const whole = piecedOperand(name, 'reads', index, pieces);
      return whole === undefined ? [] : [{ whole, spans: pieces.spans }];
    });
    const isPiece = (span: TracedSpan): boolean => pieced.some(({ spans }) => spans.includes(span));
    const apart = around.map((span): TracedSpan => (isPiece(span) ? { ...span, reading: 'notSeen' } : span));
    const read = [...pieced.map(({ whole }) => whole), ...runsOf(apart).flatMap((run) => readOperands(name, index, run, reads))].sort(
      (a, b) => Number(a.offset) - Number(b.offset),
    );
    const rows = regularPieces(writes, found.filter(isSeen), place).map((pieces) => piecedOperand(name, 'writes', index, pieces));
    const [whole] = rows;
    const written = whole === undefined ? writtenOperands(name, index, range, writes) : [whole];
    if (read.length + written.length > 0) return [...read, ...written];
    const claimed = [...found.filter(({ reading }) => reading === 'seen'), ...left].some((span) => isInside(span));
    return claimed
      ? []
      : [
          boundOperand(
            name,
            index,
            range,
            found.find((span) => isInside(span)),
          ),
        ];
  });
}

/** Spans one behind the other that are read, or may be: from one that is to one that is. */
function runsOf(spans: readonly TracedSpan[]): readonly (readonly TracedSpan[])[] {
  const runs: TracedSpan[][] = [];
  let end: number | undefined;
  for (const span of [...spans].sort((a, b) => Number(a.offset) - Number(b.offset))) {
    if (span.reading === 'notSeen') {
      end = undefined;
      continue;
    }
    if (Number(span.offset) === end) runs.at(-1)?.push(span);
    else runs.push([span]);
    end = Number(span.offset) + Number(span.length);
  }
  const isSeen = ({ reading }: TracedSpan): boolean => reading === 'seen';
  return runs.map((run) => run.slice(Math.max(0, run.findIndex(isSeen)), run.findLastIndex(isSeen) + 1)).filter((run) => run.length > 0);
}

/** Each span a tensor of its own, unless they are one by its number of bytes, or too many: as a padded one that two operations wrote in turn. */
function readOperands(name: string, range: number, run: readonly TracedSpan[], reads: readonly TracedSpan[]): readonly Operand[] {
  const seen = run.filter(({ reading }) => reading === 'seen');
  const each = seen.map((span) => readOperand(name, range, span, reads.indexOf(span)));
  if (run.length === 1 || each.every(({ shape }) => shape !== undefined)) return each;
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return each;
  const offset = Number(first.offset);
  const length = Number(last.offset) + Number(last.length) - offset;
  if (guessTensor(name, 'reads', length, false) === undefined && run.length <= MOST_PIECES) return each;
  const writer = run.reduce<TracedSpan['writer']>((latest, { writer: one }) => (isLater(one, latest) ? one : latest), undefined);
  const reader = seen.find((span) => span.reader !== undefined)?.reader;
  const whole: TracedSpan = {
    ...{ buffer: first.buffer, offset: first.offset, length: String(length), reading: 'seen' },
    ...{ next: reader === undefined ? first.next : 'seen' },
    ...(writer === undefined ? {} : { writer }),
    ...(reader === undefined ? {} : { reader }),
  };
  return [readOperand(name, range, whole, 0)];
}

/** Pieces as one tensor, where the name of the function says one of so many bytes, or that of the function that wrote them. */
function piecedOperand(name: string, use: 'reads' | 'writes', range: number, pieces: Pieces): Operand | undefined {
  const { spans, step, length, hull, dense } = pieces;
  const span = spans.find(({ reader }) => reader !== undefined) ?? spans[0];
  // What is between the pieces makes no difference.
  const all = dense === undefined ? undefined : guessTensor(name, use, dense.length);
  if (dense !== undefined && all !== undefined) return operand(range, use, dense, span, all, 'name');
  const own = guessTensor(name, use, length * spans.length);
  const guess = own ?? guessTensor(spans[0].writer?.function ?? '', 'writes', length * spans.length);
  if (guess === undefined || step % elementSize(guess.type) !== 0) return undefined;
  const leading = guess.shape.findIndex((_, i) => elementCount(guess.shape.slice(0, i + 1)) === spans.length) + 1;
  if (leading === 0) return undefined;
  const rows = denseStrides(guess.shape.slice(0, leading)).map((count) => (count * step) / elementSize(guess.type));
  const tensor = operand(range, use, hull, span, guess, own === undefined ? 'writer' : 'name');
  return { ...tensor, length: String(hull.length), strides: [...rows, ...denseStrides(guess.shape.slice(leading))] };
}

/** Whether `one` was executed after `other`, as far as records tell. */
function isLater(one: TracedSpan['writer'], other: TracedSpan['writer']): boolean {
  if (one === undefined || other === undefined) return other === undefined;
  const [a, b] = [one.via ?? one.record, other.via ?? other.record];
  return a === b ? one.record > other.record : a > b;
}

function readOperand(name: string, range: number, span: TracedSpan, nth: number): Operand {
  const place = { offset: Number(span.offset), length: Number(span.length) };
  const narrow = { offset: Number(span.readOffset ?? span.offset), length: Number(span.readLength ?? span.length) };
  const own = (at: Place): Guess | undefined => guessTensor(name, 'reads', at.length, false, nth);
  const guess = own(place) ?? own(narrow);
  const at = own(place) === undefined && own(narrow) !== undefined ? narrow : place;
  if (guess !== undefined) return operand(range, 'reads', at, span, guess, 'name');
  const writer = span.writer?.function ?? '';
  const written = guessTensor(writer, 'writes', place.length, false);
  if (written !== undefined) return operand(range, 'reads', place, span, written, 'writer');
  return typed(range, 'reads', narrow, span, onlyType(name, 'reads', narrow.length));
}

function writtenOperands(name: string, range: number, within: InspectedRange, spans: readonly TracedSpan[]): readonly Operand[] {
  const [first] = spans;
  const last = spans.at(-1);
  if (first === undefined || last === undefined) return [];
  const offset = Number(first.offset);
  const hull = { offset, length: Number(last.offset) + Number(last.length) - offset };
  // A buffer may end before the line does.
  const whole = hull.length >= Number(within.length);
  const guess = guessTensor(name, 'writes', hull.length, whole && hull.length % LINE !== 0);
  if (guess !== undefined) return [operand(range, 'writes', hull, first, guess, 'name')];
  const pieces = spans.length > MOST_PIECES ? [hull] : spans.map((span) => ({ offset: Number(span.offset), length: Number(span.length) }));
  return pieces.map((piece, i) => {
    const own = guessTensor(name, 'writes', piece.length, false);
    const span = spans[i] ?? first;
    return own === undefined
      ? typed(range, 'writes', piece, span, onlyType(name, 'writes', piece.length))
      : operand(range, 'writes', piece, span, own, 'name');
  });
}

function boundOperand(name: string, range: number, { offset, length, role }: InspectedRange, span: TracedSpan | undefined): Operand {
  const place = { offset: Number(offset), length: Number(length) };
  const use = role === 'target' ? 'writes' : role === 'binding' ? 'bound' : 'reads';
  if (role === 'count') return operand(range, use, place, span, { type: 'ui32', shape: [place.length / 4], ambiguous: false }, 'role');
  const guess = role === 'binding' ? guessTensor(name, 'reads', place.length) : undefined;
  if (guess !== undefined) return operand(range, use, place, span, guess, 'name');
  const writer = guessTensor(span?.writer?.function ?? '', 'writes', place.length, false);
  if (writer !== undefined && span !== undefined && Number(span.length) === place.length)
    return operand(range, use, place, span, writer, 'writer');
  return typed(range, use, place, span, role === 'binding' ? onlyType(name, 'reads', place.length) : undefined);
}

function operand(
  range: number,
  use: Operand['use'],
  place: Place,
  span: TracedSpan | undefined,
  { type, shape, ambiguous }: Guess,
  basis: 'name' | 'writer' | 'role',
): Operand {
  const tensor = typed(range, use, { ...place, length: elementCount(shape) * elementSize(type) }, span, type);
  return { ...tensor, shape, basis: ambiguous && basis === 'name' ? 'oneOf' : basis };
}

/** A tensor of which no shape is known. */
function typed(range: number, use: Operand['use'], place: Place, span: TracedSpan | undefined, type: ElementType | undefined): Operand {
  return {
    range,
    use,
    offset: String(place.offset),
    length: String(place.length),
    ...(type === undefined ? {} : { type }),
    basis: 'none',
    ...(span?.writer === undefined || use === 'writes' ? {} : { writer: span.writer }),
    next: span?.next ?? 'unknown',
    ...(span?.reader === undefined ? {} : { reader: span.reader }),
  };
}
