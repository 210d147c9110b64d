/** Dispatches of the profile as they are held against the roof. */
import type { Threads } from '../../../protocol/measurement/againstRoof';
import type { GivenByFunction, ProfileLaunches } from '../../../protocol/measurement/roofline';
import type { RoofSubject } from '../../widgets/roofline/subject';
import type { Context } from '../context';

/** Of how many threads the roof is: of all where the profile does not say. */
export const threadsOf = ({ workers }: ProfileLaunches): Threads => (workers === 1 ? 'oneThread' : 'allThreads');

/** In their order; those of one function differ in what is bound to them. */
export function roofSubjects(
  { model, timeline }: Pick<Context, 'model' | 'timeline'>,
  { launches }: ProfileLaunches,
  given: GivenByFunction,
): readonly RoofSubject[] {
  return launches.map(({ function: name, medianNs, bytes, loop }): RoofSubject => {
    const said = given[name];
    const at = model.names.findIndex((one) => one.isFunction && one.name === name);
    return {
      ...{ key: `${name} ${String(bytes)}`, name, colour: at === -1 ? 'var(--cl-other)' : timeline.colourOf(at) },
      ...(medianNs === undefined ? {} : { medianNs }),
      ...(bytes === undefined ? {} : { bytes }),
      ...(said ?? {}),
      ...(loop === undefined ? {} : { loop }),
    };
  });
}
