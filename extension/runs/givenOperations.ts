/** What the user has said that dispatches compute: kept in the workspace, by capture and function. */
import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { GivenByFunction, GivenOperations } from '../../protocol/measurement/roofline';

const KEY = 'operations';
/** Captures of which it is kept, the latest. */
const MOST_CAPTURES = 100;

const given = v.object({ operations: v.number(), type: v.picklist(['f32', 'f64', 'bf16', 'i32', 'i8']) });
const keptGiven = v.array(v.tuple([v.string(), v.record(v.string(), given)]));

/** What an older or newer version left there and does not fit is none. */
function readAll(state: vscode.Memento): v.InferOutput<typeof keptGiven> {
  const { success, output } = v.safeParse(keptGiven, state.get(KEY));
  return success ? output : [];
}

export function givenOperations(state: vscode.Memento, capture: string): GivenByFunction {
  return readAll(state).find(([path]) => path === capture)?.[1] ?? {};
}

/** Nothing in place of operations forgets them. */
export async function keepOperations(
  state: vscode.Memento,
  capture: string,
  name: string,
  operations: GivenOperations | undefined,
): Promise<void> {
  const all = readAll(state);
  const others = Object.fromEntries(Object.entries(givenOperations(state, capture)).filter(([other]) => other !== name));
  const own = operations === undefined ? others : { ...others, [name]: operations };
  await state.update(KEY, [...all.filter(([path]) => path !== capture), [capture, own]].slice(-MOST_CAPTURES));
}
