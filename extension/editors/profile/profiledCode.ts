/** Answers what a page asks of the machine code of the kernels of a profile, and of what they call. */
import { profiledFunctionCode } from '../../../engine/addon/profiledCode';
import type { ProfileDocument as OpenProfile } from '../../../engine/addon/profileDocument';
import type { FunctionChoice, ListingHost } from '../../../protocol/code/kernelCode';
import type { ProfileHost } from '../../../protocol/profile/profile';
import type { Handlers } from '../../../protocol/base/rpc';
import type { ProfileDocument } from '../../captures/profileDocument';
import { copyListing } from '../code/copyListing';
import { createKept } from '../code/kept';
import { instructionRow, listingOf, type Listing } from '../code/listing';
import { pageOf } from '../code/pageOf';

export function profiledCode(document: ProfileDocument): Handlers<ListingHost<FunctionChoice> & Pick<ProfileHost, 'instructionRow'>> {
  let current: { readonly of: OpenProfile | undefined; readonly listings: ReturnType<typeof createKept<Listing>> } | undefined;
  const listing = (choice: FunctionChoice, signal: AbortSignal): Promise<Listing> => {
    const { profile } = document;
    // Opened again it may hold other code.
    if (current === undefined || current.of !== profile) current = { of: profile, listings: createKept<Listing>() };
    const name = `${choice.executable} ${'ordinal' in choice ? String(choice.ordinal) : `at ${choice.address}`}`;
    return current.listings(name, async () => listingOf(await profiledFunctionCode(document.path, choice, signal)));
  };
  return {
    listing: async (choice, signal) => (await listing(choice, signal)).head,
    listingRows: async ({ start, count, ...choice }, signal) => pageOf((await listing(choice, signal)).rows, start, count),
    instructionRow: async ({ instruction, ...choice }, signal) => instructionRow(await listing(choice, signal), instruction),
    copyCode: async ({ first, last, ...choice }, signal) => copyListing(await listing(choice, signal), first, last),
  };
}
