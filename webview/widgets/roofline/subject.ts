/** What is held against the roof of this machine: dispatches of one function, with all that is known of them. */
import { standingOf, type Standing, type Threads } from '../../../protocol/measurement/againstRoof';
import type { HotLoop, OperationType } from '../../../protocol/measurement/roofline';
import type { Roof } from '../../../protocol/measurement/roof';

export interface RoofSubject {
  /** The same for the same thing whenever it is made again. */
  readonly key: string;
  readonly name: string;
  /** Of one, typically; absent where it is not known, as all that follows. */
  readonly medianNs?: number;
  readonly bytes?: number;
  readonly operations?: number;
  /** What the operations compute with. */
  readonly type?: OperationType;
  readonly loop?: HotLoop;
  /** In CSS. */
  readonly colour: string;
}

/** What operations compute with where nobody says it. */
export const USUAL_TYPE: OperationType = 'f32';

export const typeOf = ({ type, loop }: RoofSubject): OperationType => type ?? loop?.type ?? USUAL_TYPE;

/** What cannot be known is absent. */
export function subjectStanding(roof: Roof, subject: RoofSubject, threads: Threads): Standing {
  const { medianNs = 0, bytes, operations } = subject;
  const launched = { medianNs, ...(bytes === undefined ? {} : { bytes }), ...(operations === undefined ? {} : { operations }) };
  return standingOf(roof, launched, typeOf(subject), threads);
}
