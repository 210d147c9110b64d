/** What the page of a report gives its reader, whose browser asks where. */

/** Offers the bytes as a file of that name. */
export function offerFile({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): void {
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
