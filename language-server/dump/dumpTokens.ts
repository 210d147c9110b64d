/** What of a dump's line is a number, a name, an operation. */
import { tokenPattern, tokensIn, type Token } from '../sources/tokens';
import { isJson } from './dumpLine';

const TEXT = tokenPattern([
  /(?<comment>^ {2}@\d+)|(?<variable>#\d+)|(?<string>"(?:[^"\\]|\\.)*")/,
  /(?<function>(?<=\bop=)[\w.]+(?:\(\d+\))?)|(?<type>(?<=\b(?:object|payload)=)\w+(?:\(\d+\))?)|(?<enumMember>(?<=\bstatus=)\w+)/,
  /(?<property>[a-z]\w*(?=[=:]))|(?<number>\b0x[\da-f]+\b|\b\d+\b)|(?<keyword>\b(?:session|operation|object|unsupported|blob|yes|no)\b)/,
]);
const JSON_LINE = tokenPattern([
  /(?<function>(?<="operation":)"[^"]*")|(?<type>(?<="(?:object_type|payload_type)":)"[^"]*")|(?<enumMember>(?<="status":)"[^"]*")/,
  /(?<keyword>(?<="kind":)"[^"]*"|\b(?:true|false|null)\b)|(?<property>"[a-z_]+"(?=:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d+(?:\.\d+)?\b)/,
]);

/** The tokens of one line, from left to right. */
export const dumpTokens = (line: string): readonly Token[] => tokensIn(line, isJson(line) ? JSON_LINE : TEXT);
