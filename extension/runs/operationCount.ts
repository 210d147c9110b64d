/** A count as people write it: "33554432", "3.4e7", "2 * 256 * 256 * 256". */

const FACTOR = /^(\d+\.?\d*|\.\d+)(e\+?\d+)?$/i;

/** Undefined where that is no number above zero. */
export function operationCount(typed: string): number | undefined {
  const factors = typed.split(/[*×]/).map((factor) => factor.trim().replaceAll(/(?<=\d)[,_ ](?=\d{3})/g, ''));
  if (!factors.every((factor) => FACTOR.test(factor))) return undefined;
  const product = factors.reduce((all, factor) => all * Number(factor), 1);
  return product > 0 && Number.isFinite(product) ? product : undefined;
}
