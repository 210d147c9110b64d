/** Functions as a compiled module tells of them: by the declaration that IREE's compiler left, else by the calling convention. */
import type { ModuleFunction, ModuleValue } from '../../protocol/sharing/recording';
import { bracketed, parts, valuesOf } from './signature';

const REFERENCE = '!vm.ref<?>';

/** An exported function, as iree-dump-module prints it. */
export interface ExportedFunction {
  readonly name: string;
  /** Types of the calling convention, which has one for all tensors: "!vm.ref<?>, i64". */
  readonly takes: string;
  readonly gives: string;
  /** Such as iree.abi.declaration. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Values of which is known how they are passed: of a tensor not even its type. */
const passed = (types: string, name: string): readonly ModuleValue[] =>
  parts(types).map((type, i) => ({ name: `${name}${String(i)}`, ...(type === REFERENCE ? {} : { type }) }));

/** The function, with what its declaration says of it; where that is absent or not understood, with what it is called with. */
export function declared({ name, takes, gives, attributes }: ExportedFunction): ModuleFunction {
  const declaration = attributes.get('iree.abi.declaration') ?? '';
  const devices = [...new Set([...declaration.matchAll(/#hal\.device\.promise<@([\w.$-]+)/g)].map(([, device = '']) => device))];
  const begin = declaration.indexOf(`@${name}(`);
  const taken = begin < 0 ? undefined : bracketed(declaration.slice(begin + 1 + name.length));
  const given = taken === undefined ? undefined : bracketed(taken.rest.replace(/^\s*->\s*/, ''));
  const passedIn = passed(takes, 'input');
  // Whoever calls it brings two fences, one to wait for and one to signal.
  const own = attributes.get('iree.abi.model') === 'coarse-fences' ? passedIn.slice(0, -2) : passedIn;
  return {
    name,
    devices,
    inputs: (taken === undefined ? undefined : valuesOf(taken.inner)) ?? own,
    results: (given === undefined ? undefined : valuesOf(given.inner)) ?? passed(gives, 'output'),
  };
}
