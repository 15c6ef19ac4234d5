import fc from "fast-check";
import type { ListResult } from "@/core/pagination";

/** Returns all items of a list, whether it is paged or streamed. */
export async function collectAll<Item>(result: ListResult<Item> | Promise<ListResult<Item>>): Promise<Item[]> {
  const list = await result;
  if ("page" in list) return list.page;
  return (await Array.fromAsync(list.readAll((item) => item))).flat();
}

type PageQuery = { limit: number; cursor?: string; count: "exact" | "capped" };

/** Returns all items of a list that is read in pages of `limit`, and the total of every page. */
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
    if (!("page" in result)) throw new Error("The list is not paged");
    if (result.page.length > limit) throw new Error("A page is longer than its limit");
    items.push(...result.page);
    totals.push(result.total);
    cursor = result.next;
    if (totals.length > 1000) throw new Error("The list never ends");
  }
  return { items, totals };
}

/** Generates filters of up to three fields. With more, hardly any item would match. */
export function filterArbitrary<Filter extends object>(
  arbitraries: { [Name in keyof Filter]-?: fc.Arbitrary<NonNullable<Filter[Name]>> },
): fc.Arbitrary<Partial<Filter>> {
  const names = Object.keys(arbitraries) as (keyof Filter)[];
  return fc
    .subarray(names, { maxLength: Math.min(3, names.length) })
    .chain((selectedNames) => fc.tuple(...selectedNames.map((name) => arbitraries[name].map((value) => [name, value] as const))))
    .map((entries) => Object.fromEntries(entries) as Partial<Filter>);
}
