import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCapture } from '../../../engine/addon/capture';
import { fixture } from '../../../test/programs';
import { readContents, type Opened } from './contents';

/** A capture that is indexed, and what is known of it before and after. */
async function opened() {
  const capture = await openCapture(fixture('small.ireereplay'));
  await capture.index();
  const complete = await capture.summary();
  const view = capture.createView();
  const document: { -readonly [K in keyof Opened]: Opened[K] } = {
    capture,
    summary: { ...complete, complete: false },
    failure: undefined,
  };
  return { document, complete, rows: () => view.rows(0, 10) };
}

test('a summary that comes while rows are read is not set back by the one before', async () => {
  const { document, complete, rows } = await opened();
  const contents = await readContents(document, async () => {
    const page = await rows();
    document.summary = complete;
    return page;
  });
  assert.equal(contents.summary?.complete, true);
  assert.ok((contents.page?.rows ?? 0) > 0);
});

test('rows of a capture that is opened again meanwhile are left out, as is their failure', async () => {
  const { document, rows } = await opened();
  const again = await opened();
  const changed = async (): Promise<Awaited<ReturnType<typeof rows>>> => {
    const page = await rows();
    Object.assign(document, { capture: again.document.capture, summary: undefined });
    return page;
  };
  assert.deepEqual(await readContents(document, changed), {});
  const { document: other } = await opened();
  const closed = async (): Promise<never> => {
    await rows();
    Object.assign(other, { capture: undefined, summary: undefined });
    throw new Error('The capture is not open.');
  };
  assert.deepEqual(await readContents(other, closed), {});
});

test('a failure to read rows is told', async () => {
  const { document } = await opened();
  await assert.rejects(
    readContents(document, () => Promise.reject(new Error('no rows'))),
    /no rows/,
  );
});
