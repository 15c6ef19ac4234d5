import fc from "fast-check";
import type { ListResult } from "@/core/pagination";

/** All that a list holds, whichever way it answers. */
export async function allOf<Item>(answer: ListResult<Item> | Promise<ListResult<Item>>): Promise<Item[]> {
  const listing = await answer;
  if ("page" in listing) return listing.page;
  return (await Array.fromAsync(listing.chunks)).flat();
}

type Part = { limit: number; cursor?: string; count: "exact" | "capped" };

/** All that a list holds, page by page of `limit`, and how many each page said there are. */
export async function walkList<Item>(
  ask: (part: Part) => Promise<ListResult<Item>>,
  limit: number,
): Promise<{ items: Item[]; totals: (number | string)[] }> {
  const items: Item[] = [];
  const totals: (number | string)[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const answer: ListResult<Item> = await ask({
      limit,
      count: totals.length % 2 === 0 ? "exact" : "capped",
      ...(cursor ? { cursor } : {}),
    });
    if (!("page" in answer)) throw new Error("The list has no pages");
    if (answer.page.length > limit) throw new Error("A page is longer than asked");
    items.push(...answer.page);
    totals.push(answer.total);
    cursor = answer.next;
    if (totals.length > 1000) throw new Error("The pages do not end");
  }
  return { items, totals };
}

/** Filters of up to three of the fields, since of many together hardly anything is left. */
export function someOf<Filter extends object>(
  fields: { [Name in keyof Filter]-?: fc.Arbitrary<NonNullable<Filter[Name]>> },
): fc.Arbitrary<Partial<Filter>> {
  const names = Object.keys(fields) as (keyof Filter)[];
  return fc
    .subarray(names, { maxLength: Math.min(3, names.length) })
    .chain((chosen) => fc.tuple(...chosen.map((name) => fields[name].map((value) => [name, value] as const))))
    .map((entries) => Object.fromEntries(entries) as Partial<Filter>);
}
