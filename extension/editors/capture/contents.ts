/** What a page that begins is given of a capture, at one moment. */
import type { CaptureSummary, Problem } from '../../../protocol/capture/capture';
import type { PackedRowPage } from '../../../protocol/capture/packedRows';

/** Of a document, what may change while rows are read. */
export interface Opened {
  readonly capture: object | undefined;
  readonly summary: CaptureSummary | undefined;
  readonly failure: Problem | undefined;
}

export interface Contents {
  readonly summary?: CaptureSummary;
  readonly page?: PackedRowPage;
  readonly failure?: Problem;
}

/**
 * The first rows, and what the document says once they have been read: a page is told of changes while it waits, and must not be set back by
 * an older answer. Rows of a capture that was closed or opened again meanwhile are left out.
 */
export async function readContents(document: Opened, rows: () => Promise<PackedRowPage>): Promise<Contents> {
  const { capture } = document;
  let page: PackedRowPage | undefined;
  try {
    page = document.summary === undefined ? undefined : await rows();
  } catch (error) {
    if (document.capture === capture) throw error;
  }
  const { summary, failure } = document;
  const current = document.capture === capture;
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(page === undefined || !current ? {} : { page }),
    ...(failure === undefined ? {} : { failure }),
  };
}
