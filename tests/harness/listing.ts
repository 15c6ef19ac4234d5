import type { Listing } from "@/core/listing";

/** All that a list holds, whichever way it answers. */
export async function allOf<Item>(answer: Listing<Item> | Promise<Listing<Item>>): Promise<Item[]> {
  const listing = await answer;
  if ("page" in listing) return listing.page;
  return (await Array.fromAsync(listing.chunks)).flat();
}
