/**
 * An unsigned 64-bit number in decimal digits. Ids, offsets and lengths cross every process border in this form:
 * neither JSON nor a double holds 64 bits, and a rounded id is a wrong id.
 */
export type U64 = string;
