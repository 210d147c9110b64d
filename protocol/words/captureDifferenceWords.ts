/** What differs between two captures, in sentences: on the command line and in the editor. */
import type { ComparedExecutable, ComparedObjectKind, ComparedRecord, DiffResult } from '../capture/captureDifference';

// Digits as they are: scripts read the lines.
const counted = (value: number, noun: string): string => `${String(value)} ${noun}${value === 1 ? '' : 's'}`;

const SIDES = ['A', 'B'] as const;

/** "The captures differ: 1 of 3 executables, in 1 of 8 functions; 2 records added, 1 changed, 254 same." */
export function diffSentence(found: DiffResult): string {
  const { verdict, unknown, same, changed, added, removed, executables, sameExecutables } = found;
  if (verdict === 'same') return `The captures are the same: ${counted(same, 'record')}.`;
  if (verdict === 'unknown') return `Whether the captures are the same is not known. ${unknown ?? ''}`.trimEnd();
  const records = [
    ...(added === 0 ? [] : [`${counted(added, 'record')} added`]),
    ...(removed === 0 ? [] : [`${String(removed)} removed`]),
    ...(changed === 0 ? [] : [`${String(changed)} changed`]),
    `${String(same)} same`,
  ].join(', ');
  const all = executables.length + sameExecutables;
  const kernels = executables.length === 0 ? '' : `${String(executables.length)} of ${counted(all, 'executable')} that both have; `;
  return `The captures differ: ${kernels}${records}.`;
}

const CHANGES = { same: 'same', differs: 'DIFFERS', unknown: 'not known', removed: 'only in A', added: 'only in B' } as const;

function executableLines({ recordA, recordB, idA, idB, bytesA, bytesB, unread, functions }: ComparedExecutable): readonly string[] {
  const same = functions.filter(({ change }) => change === 'same').length;
  const head = `executable ${idA}${idA === idB ? '' : ` in A, ${idB} in B`} (#${String(recordA)}, #${String(recordB)}): ${String(bytesA)} -> ${counted(bytesB, 'byte')}`;
  const notSame = functions.filter(({ change }) => change !== 'same');
  return [
    head,
    ...(unread === undefined ? [] : [`  compared as a whole only: ${unread}`]),
    ...notSame.map(({ name, change, why, bytesA: a, bytesB: b }) => {
      const sizes = a === b ? counted(a, 'byte') : `${String(a)} -> ${counted(b, 'byte')}`;
      return `  ${CHANGES[change]} ${name}: ${[...(why === undefined ? [] : [why]), `${sizes} of code`].join('; ')}`;
    }),
    ...(unread !== undefined ? [] : [`  ${counted(same, 'function')} the same`]),
    ...(unread === undefined && notSame.length === 0
      ? ['  no function differs: what does is outside of them, of the constants that they read and of their attributes']
      : []),
  ];
}

function recordLines({ a, b, operation, name, fields }: ComparedRecord): readonly string[] {
  const [mark, places] =
    a === undefined
      ? ['+', `B #${String(b ?? '')}`]
      : b === undefined
        ? ['-', `A #${String(a)}`]
        : ['!', `A #${String(a)}, B #${String(b)}`];
  return [
    `${mark} ${places} ${operation}${name === undefined ? '' : ` ${name}`}`,
    ...fields.map((field) => `    ${field.field}: ${field.a} -> ${field.b}`),
  ];
}

/** "1 added, 2 changed, 5 same"; empty parts are left out. */
export function objectChanges({ same, changed, added, removed }: ComparedObjectKind): string {
  const parts = { added, removed, changed, same };
  return Object.entries(parts)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${String(count)} ${word}`)
    .join(', ');
}

/** Of kinds of which not all are the same. */
function objectLines({ objectKinds }: DiffResult): readonly string[] {
  return objectKinds
    .filter(({ changed, added, removed }) => changed + added + removed > 0)
    .map((kind) => {
      const { bytesA, bytesB } = kind;
      const bytes = bytesA === '0' && bytesB === '0' ? '' : bytesA === bytesB ? `; ${bytesA} bytes` : `; ${bytesA} -> ${bytesB} bytes`;
      return `${kind.kind} objects: ${objectChanges(kind)}${bytes}`;
    });
}

/** What else is to be said of it, but for what differs: a sentence each. */
export function diffNotes({ a, b, matchedRoughly }: DiffResult): readonly string[] {
  return [
    ...[a, b].flatMap(({ end, records: whole }, index) =>
      end === undefined ? [] : [`${SIDES[index] ?? ''} was read up to record #${String(whole)}: ${end}`],
    ),
    ...(a.version === b.version ? [] : [`format ${a.version} -> ${b.version}`]),
    ...(matchedRoughly ? ['So much differs that more records may have a counterpart than were found.'] : []),
  ];
}

/** All that was found, a line each. */
export function diffLines(found: DiffResult): readonly string[] {
  const { changed, added, removed, executables, records } = found;
  const left = changed + added + removed - records.length;
  return [
    diffSentence(found),
    ...diffNotes(found),
    ...executables.flatMap(executableLines),
    ...objectLines(found),
    ...records.flatMap(recordLines),
    ...(left === 0 ? [] : [`${counted(left, 'record')} more that ${left === 1 ? 'differs is' : 'differ are'} not listed`]),
  ];
}
