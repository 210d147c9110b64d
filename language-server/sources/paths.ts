/** Paths of documents. */

/** Of a URI that has one, of whatever scheme. */
export function pathOf(uri: string): string {
  return decodeURIComponent(new URL(uri).pathname);
}
