/** What a node of the record tree means to a benchmark, a verification or a substitution. */
import type { ExecutableSummary } from '../../protocol/capture/capture';
import type { CaptureEditor } from '../editors/capture/captureEditor';
import { placeOf } from '../captures/placeOf';

export type Subject =
  | { readonly kind: 'capture' }
  | { readonly kind: 'scope'; readonly name: string }
  | {
      readonly kind: 'dispatch';
      readonly record: number;
      readonly name: string;
      readonly executable: ExecutableSummary | undefined;
      /** Object id of the command buffer that it is recorded in. */
      readonly commandBuffer?: number;
    }
  | { readonly kind: 'executable'; readonly executable: ExecutableSummary };

/** The subject that the node stands for; the whole capture for a node that means none. */
export async function subjectOf({ document }: CaptureEditor, key: string | undefined): Promise<Subject> {
  const place = placeOf(key);
  const { scopes = [], executables = [] } = document.summary ?? {};
  const object = /^o(\d+)$/.exec(key ?? '')?.[1];
  const named = executables.find(({ id, record }) => id === object || record === place?.record);
  if (named !== undefined) return { kind: 'executable', executable: named };
  if (place === undefined) return { kind: 'capture' };
  const scope = scopes.find(({ begins }) => begins.includes(place.record));
  if (scope !== undefined) return { kind: 'scope', name: scope.name };
  const details = await document.capture?.details(String(place.record));
  if (details?.class !== 'dispatch') return { kind: 'capture' };
  const name = details.subject[0]?.text ?? `dispatch #${String(place.record)}`;
  const id = /"executable_id":(\d+)/.exec(details.json)?.[1];
  const buffer = /"object_id":(\d+).*"object_type":"command_buffer"/.exec(details.json)?.[1];
  return {
    ...{ kind: 'dispatch', record: place.record, name, executable: executables.find((one) => one.id === id) },
    ...(buffer === undefined ? {} : { commandBuffer: Number(buffer) }),
  };
}

/** In a title. */
export function subjectWords(subject: Subject): string {
  switch (subject.kind) {
    case 'capture':
      return 'the capture';
    case 'scope':
      return `scope ${subject.name}`;
    case 'dispatch':
      return `${subject.name} #${String(subject.record)}`;
    case 'executable':
      return `executable ${subject.executable.id}`;
  }
}
