/** How command lines write values that are not their own text. */
import * as v from 'valibot';

/** The number in a text like "4", "0.5", "1e-5", if it is one. */
function numberOf(text: string, unit = ''): number | undefined {
  const [, digits, exponent = '0', suffix = ''] = /^(\d*\.?\d+)(?:e([+-]?\d+))?([a-z]*)$/i.exec(text) ?? [];
  return digits === undefined || (suffix !== '' && suffix !== unit) ? undefined : Number(`${digits}e${exponent}`);
}

/** The whole number in a text, in decimal or hexadecimal digits. */
const wholeNumberOf = (text: string): number | undefined => (/^(0x[0-9a-fA-F]+|\d+)$/.test(text) ? Number(text) : undefined);

interface Bounds {
  readonly whole: boolean;
  readonly least: number | undefined;
  readonly most: number | undefined;
}

interface Action {
  readonly type: string;
  readonly requirement?: unknown;
  readonly pipe?: readonly Action[];
}

/** What a schema, or one that it was made from, requires of its value. */
const actionsOf = ({ pipe = [] }: Pick<Action, 'type' | 'pipe'>): readonly Action[] =>
  pipe.flatMap((action) => [action, ...actionsOf(action)]);

/** The bounds that a number's schema sets. */
function boundsOf(schema: v.GenericSchema): Bounds {
  const actions = actionsOf(schema);
  const requirement = (type: string): number | undefined => {
    const found = actions.find((action) => action.type === type)?.requirement;
    return typeof found === 'number' ? found : undefined;
  };
  return {
    whole: actions.some(({ type }) => type === 'integer' || type === 'safe_integer'),
    least: requirement('min_value'),
    most: requirement('max_value'),
  };
}

/** What the schema gets for a text: a number if it is a number's schema, else the text. */
export function plainValue(schema: v.GenericSchema, text: string): unknown {
  if (schema.type !== 'number') return text;
  return (boundsOf(schema).whole ? wholeNumberOf(text) : numberOf(text)) ?? text;
}

/** Why the schema refuses a text, from its words or bounds. */
export function wrongText(schema: v.GenericSchema, flag: string, placeholder: string, text: string): string {
  if (schema.type === 'picklist') {
    const { options } = schema as unknown as { readonly options: readonly string[] };
    return `unsupported --${flag}=${text}; expected ${options.join(' or ')}`;
  }
  if (schema.type !== 'number') return `--${flag}=${text} is not ${placeholder}`;
  const { whole, least = 0, most } = boundsOf(schema);
  const range =
    most === undefined || most === Number.MAX_SAFE_INTEGER ? `from ${String(least)} up` : `from ${String(least)} to ${String(most)}`;
  return `--${flag}=${text} is not a ${whole ? 'whole number' : 'number'} ${range}`;
}

interface TextOf<Value> {
  readonly parse: (text: string) => unknown;
  readonly print: (value: Value) => string;
}

/** A time as "2", "0.5" or "0.5s", kept in seconds. */
export const secondsText: TextOf<number> = { parse: (text) => numberOf(text, 's') ?? text, print: String };

/** The same, kept in milliseconds: without the rounding of a multiplication. */
export const millisecondsText: TextOf<number> = {
  parse: (text) => {
    const [, digits, exponent = '0'] = /^(\d*\.?\d+)(?:e([+-]?\d+))?s?$/i.exec(text) ?? [];
    return digits === undefined ? text : Number(`${digits}e${String(Number(exponent) + 3)}`);
  },
  print: (value) => {
    const [digits = '', exponent = '0'] = String(value).split('e');
    const exact = `${digits}e${String(Number(exponent) - 3)}`;
    const short = String(Number(exact));
    return millisecondsText.parse(short) === value ? short : exact;
  },
};

/** Why a text is not a time. */
export const notSeconds =
  (flag: string) =>
  (text: string): string =>
    `--${flag}=${text} is not a number of seconds above 0`;

/** A whole number from `least` to `most`. */
export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));

/** A seed of what is chosen by chance: 32 bits. */
export const seedNumber = wholeNumber(0, 0xffffffff);

/** A number of seconds, or of something else that takes time, above 0. */
export const aboveZero = v.pipe(v.number(), v.finite(), v.gtValue(0));

/** A number from 0 up. */
export const fromZero = v.pipe(v.number(), v.finite(), v.minValue(0));
