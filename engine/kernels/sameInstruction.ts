/**
 * Whether an instruction as assembly is written is one as we decode it: by what it does, the registers that it names, and its numbers. What
 * a text names by a symbol is a number only once it is linked, and is not compared.
 */

/** How assembly for x86 is written: AT&T's way, as gcc and clang do, or Intel's. */
export type Syntax = 'att' | 'intel';

/** Conditions that have several names, and the one that is compared. */
const CONDITIONS: Readonly<Record<string, string>> = {
  ...{
    z: 'e',
    nz: 'ne',
    nb: 'ae',
    nc: 'ae',
    c: 'b',
    nae: 'b',
    nbe: 'a',
    na: 'be',
    nle: 'g',
    nl: 'ge',
    ng: 'le',
    nge: 'l',
    pe: 'p',
    po: 'np',
  },
};
const CONDITIONAL = /^(j|set|cmov)(n?(?:[abgl]e?|[ceopsz])|p[eo])$/;

/** AT&T's names of what Intel calls otherwise. */
const RENAMED: Readonly<Record<string, string>> = {
  ...{ cltq: 'cdqe', cqto: 'cqo', cltd: 'cdq', cwtl: 'cwde', cwtd: 'cwd', cbtw: 'cbw', movslq: 'movsxd', movabsq: 'mov' },
};

/** Comparisons with what they ask for in their name, where we have it as a number. */
const COMPARISON = /^(v?cmp)(?:eq|lt|le|unord|neq|nlt|nle|ord|false|true|ge|gt|nge|ngt)(?:_[ou][qs])?([ps][sdh])$/;
const INTEGER_COMPARISON = /^(vpcmp)(?:eq|lt|le|neq|nlt|nle|false|true)(u?[bwdq])$/;
const PRODUCT = /^(v?pclmul)[hl]q[hl]q(dq)$/;

/** Names under which we may have what a text calls so. */
function names(mnemonic: string, syntax: Syntax): readonly string[] {
  const found = [mnemonic, ...(mnemonic === 'movabs' ? ['mov'] : [])];
  if (syntax === 'att') {
    const [, extended] = /^(mov[sz])[bw][wlq]$/.exec(mnemonic) ?? [];
    found.push(...(extended === undefined ? [] : [`${extended}x`]), ...(RENAMED[mnemonic] === undefined ? [] : [RENAMED[mnemonic]]));
    // How wide it is.
    if (/[bwlq]$/.test(mnemonic) || (mnemonic.startsWith('v') && /[xyz]$/.test(mnemonic))) found.push(mnemonic.slice(0, -1));
  }
  for (const name of [...found]) {
    for (const [pattern, between] of [
      [COMPARISON, ''],
      [INTEGER_COMPARISON, ''],
      [PRODUCT, 'q'],
    ] as const) {
      const [, start, end] = pattern.exec(name) ?? [];
      if (start !== undefined && end !== undefined) found.push(start + between + end);
    }
  }
  return found.map(canonical);
}

function canonical(mnemonic: string): string {
  const [, what, condition] = CONDITIONAL.exec(mnemonic) ?? [];
  if (what !== undefined && condition !== undefined) return what + (CONDITIONS[condition] ?? condition);
  return mnemonic === 'sal' ? 'shl' : mnemonic;
}

/** What stands before its operands, and those. */
function parts(text: string): { readonly prefixes: string; readonly mnemonic: string; readonly operands: string } {
  const bare = text
    .replace(/^(?:\{\w+\} )+/, '')
    .replace(/ <[^<>]*>$/, '')
    // As assemblers before them knew these two.
    .replace(/^repz? bs([fr])/, (_, end) => (end === 'f' ? 'tzcnt' : 'lzcnt'));
  const [, prefixes = '', mnemonic = '', operands = ''] = /^((?:(?:lock|rep\w*|notrack|bnd|data16) )*)(\S+)(?: +(.*))?$/.exec(bare) ?? [];
  return { prefixes, mnemonic, operands };
}

/** Fills up to where the next instruction shall begin. */
export function isPadding(text: string): boolean {
  const { mnemonic, operands } = parts(text);
  return /^(?:cs|nop[wlq]?)$/.test(mnemonic) || (/^xchgw?$/.test(mnemonic) && /^%?ax, ?%?ax$/.test(operands));
}

const REGISTER =
  /%?\b(?:[re]?(?:[abcd]x|[sd]i|[bs]p)|[abcd][lh]|(?:[sd]i|[bs]p)l|r(?:[89]|1[0-5])[dwb]?|[xyzt]?mm\d+|k[0-7]|[c-gs]s|[re]ip|st(?:\(\d\))?|[cd]r\d+)\b/g;
/** Which is not said the same everywhere. */
const UNSAID = /^(?:[cdes]s|[re]ip|st.*)$/;
/** Words of decoded operands that are no names: how much memory there is, how is rounded, how often a value is taken. */
const WORDS = /\b(?:[xyz]mmword|[dqft]?word|byte|ptr|offset|short|near|far)\b|\{[^{}]*\}/g;

/** Of strings: their registers are written out or not. */
const OF_STRINGS = /^(?:movs|stos|lods|scas|cmps|ins|outs)[bwldq]?$/;

/** Operands are separated by commas; those of AT&T's addresses separate nothing. */
const SEPARATOR = /,(?![^()]*\))/;

/** Of each operand that names registers, where the result goes first. */
function registersOf(operands: string, syntax: Syntax): readonly string[] {
  const each = operands
    .split(SEPARATOR)
    .map((one) => [...one.matchAll(REGISTER)].map(([name]) => name.replace('%', '')).filter((name) => !UNSAID.test(name)))
    .flatMap((names) => (names.length === 0 ? [] : [names.join(' ')]));
  return syntax === 'att' ? each.reverse() : each;
}

/** A product in place may name its register once or twice. */
const withoutRepeats = (registers: readonly string[]): readonly string[] => registers.filter((one, at) => one !== registers[at - 1]);

function sameRegisters(name: string, a: readonly string[], b: readonly string[]): boolean {
  if (name === 'imul') return withoutRepeats(a).join() === withoutRepeats(b).join();
  return a.join() === b.join();
}

/** Undefined where a symbol stands in a number's place. What is not always written, 0 and 1, is left out. */
function numbersOf(operands: string): readonly bigint[] | undefined {
  const rest = operands.replaceAll(REGISTER, ' ').replaceAll(WORDS, ' ');
  if (/[a-z_.@"]/i.test(rest.replaceAll(/\b0x[\da-f]+\b/gi, ''))) return undefined;
  return [...rest.matchAll(/(-?) ?\b(0x[\da-f]+|\d+)\b/gi)]
    .map(([, sign, digits = '0']) => (sign === '-' ? -BigInt(digits) : BigInt(digits)))
    .filter((number) => number !== 0n && number !== 1n);
}

/** They are, as numbers of so many bits: one may be written as its complement. */
const equal = (a: bigint, b: bigint): boolean =>
  a === b ||
  [8, 16, 32, 64].some((bits) => {
    const most = 1n << BigInt(bits);
    const fits = (number: bigint): boolean => number < most && number >= -most / 2n;
    return fits(a) && fits(b) && BigInt.asUintN(bits, a) === BigInt.asUintN(bits, b);
  });

const eachIn = (a: readonly bigint[], b: readonly bigint[]): boolean => a.every((one) => b.some((other) => equal(one, other)));

export function sameInstruction(written: string, syntax: Syntax, decoded: string): boolean {
  const [a, b] = [parts(written.toLowerCase()), parts(decoded.toLowerCase())];
  const name = canonical(b.mnemonic);
  if (a.prefixes !== b.prefixes || !names(a.mnemonic, syntax).includes(name)) return false;
  if (OF_STRINGS.test(name)) return true;
  if (!sameRegisters(name, registersOf(a.operands, syntax), registersOf(b.operands, 'intel'))) return false;
  const [own, other] = [numbersOf(a.operands), numbersOf(b.operands)];
  if (own === undefined || other === undefined) return true;
  // A comparison's number may be in its name.
  return eachIn(own, other) && (canonical(a.mnemonic) !== name && /cmp|pclmul/.test(name) ? true : eachIn(other, own));
}
