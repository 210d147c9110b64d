/** What a verification compares with what. */
import { isDeepStrictEqual } from 'node:util';
import type { VerifyTold } from '../../protocol/jobs/verify';
import type { RunOptions } from '../../protocol/replay/run';
import type { VerificationResult } from '../../protocol/replay/verification';
import type { ListedDispatch } from '../addon/dispatches';
import { typesInName } from '../addon/elementTypes';
import type { Type } from '../comparing/comparing';

/** The type that every kernel's name ends in; bytes where they tell different ones, or none. */
export function typeOfAll(functions: readonly Pick<ListedDispatch, 'function'>[]): Type {
  const types = new Set(functions.flatMap(({ function: name }) => typesInName(name)));
  const [type] = types;
  return types.size === 1 && type !== undefined ? type : 'bytes';
}

/** Whether the original has the same in the place of what was captured. */
const isOriginal = ({ run: { substitutions, workgroupCounts }, original }: VerifyTold): boolean =>
  original !== undefined && isDeepStrictEqual([original.substitutions, original.workgroupCounts], [substitutions, workgroupCounts]);

/** The options of the side that is right by definition. */
export function expectedSide(
  options: VerifyTold,
  run: RunOptions,
): { readonly run: RunOptions; readonly against: VerificationResult['against'] } {
  if (options.expect !== undefined) return { run, against: 'expected' };
  const { substitutions, workgroupCounts, ...original } = run;
  const substituted = (substitutions ?? []).length + (workgroupCounts ?? []).length > 0;
  const { againstDevices: devices, againstCapture: capture } = options;
  const other = devices === undefined ? 'itself' : 'devices';
  const differs = substituted && !isOriginal(options);
  return {
    run: { ...original, ...options.original, ...(devices === undefined ? {} : { devices }), ...(capture === undefined ? {} : { capture }) },
    against: capture !== undefined ? 'capture' : differs ? 'original' : other,
  };
}
