/** What is typed to find elements: "0.5", ">0.01", "<= -1", "!=0", "nan", "inf", "changed". */
import type { ElementCondition } from '../../../protocol/replay/inspection';

const OPERATORS = {
  '': 'equal',
  '=': 'equal',
  '==': 'equal',
  '!=': 'notEqual',
  '≠': 'notEqual',
  '<': 'less',
  '<=': 'lessOrEqual',
  '≤': 'lessOrEqual',
  '>': 'greater',
  '>=': 'greaterOrEqual',
  '≥': 'greaterOrEqual',
} as const satisfies Record<string, ElementCondition['is']>;

const isOperator = (text: string): text is keyof typeof OPERATORS => Object.hasOwn(OPERATORS, text);

/** The condition; undefined for a text that says none. */
export function parseQuery(text: string): ElementCondition | undefined {
  const words = text.trim().toLowerCase();
  if (words === 'nan') return { is: 'nan' };
  if (words === 'inf' || words === 'infinity' || words === '∞') return { is: 'infinite' };
  if (words === 'changed') return { is: 'changed' };
  const [, operator, value] = /^([!=<>≠≤≥]*)\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|[-+]?0x[\da-f]+|true|false)$/.exec(words) ?? [];
  if (operator === undefined || value === undefined || !isOperator(operator)) return undefined;
  return { is: OPERATORS[operator], value: value === 'true' ? '1' : value === 'false' ? '0' : value };
}
