import fc from "fast-check";
import type { ListResult } from "@/core/pagination";

/** All that a list holds, whichever way it answers. */
export async function collectAll<Item>(result: ListResult<Item> | Promise<ListResult<Item>>): Promise<Item[]> {
  const list = await result;
  if ("page" in list) return list.page;
  return (await Array.fromAsync(list.chunks)).flat();
}

type PageQuery = { limit: number; cursor?: string; count: "exact" | "capped" };

/** All that a list holds, page by page of `limit`, and how many each page said there are. */
export async function collectPages<Item>(
  loadPage: (part: PageQuery) => Promise<ListResult<Item>>,
  limit: number,
): Promise<{ items: Item[]; totals: (number | string)[] }> {
  const items: Item[] = [];
  const totals: (number | string)[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const result: ListResult<Item> = await loadPage({
      limit,
      count: totals.length % 2 === 0 ? "exact" : "capped",
      ...(cursor ? { cursor } : {}),
    });
    if (!("page" in result)) throw new Error("The list has no pages");
    if (result.page.length > limit) throw new Error("A page is longer than asked");
    items.push(...result.page);
    totals.push(result.total);
    cursor = result.next;
    if (totals.length > 1000) throw new Error("The pages do not end");
  }
  return { items, totals };
}

/** Filters of up to three of the fields, since of many together hardly anything is left. */
export function filterArbitrary<Filter extends object>(
  fields: { [Name in keyof Filter]-?: fc.Arbitrary<NonNullable<Filter[Name]>> },
): fc.Arbitrary<Partial<Filter>> {
  const names = Object.keys(fields) as (keyof Filter)[];
  return fc
    .subarray(names, { maxLength: Math.min(3, names.length) })
    .chain((chosen) => fc.tuple(...chosen.map((name) => fields[name].map((value) => [name, value] as const))))
    .map((entries) => Object.fromEntries(entries) as Partial<Filter>);
}
