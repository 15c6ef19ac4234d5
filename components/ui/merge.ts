import { RequestError } from "@/contract/call";
import { canonicalJson } from "@/lib/canonical-json";

/** The parts of a value that people change apart from each other, by their key. */
export type Items<Item> = ReadonlyMap<string, Item>;

/** Forms and the server have the fields of an item in different orders. */
const isSame = (first: unknown, second: unknown): boolean => canonicalJson(first ?? null) === canonicalJson(second ?? null);

/** The items that differ from those that were read. */
export const changedItems = <Item>(items: Items<Item>, read: Items<Item>): [string, Item][] =>
  [...items].filter(([key, item]) => !isSame(item, read.get(key)));

/** The keys that all have, in the order of the first. */
const commonKeys = <Item>(first: Items<Item>, ...others: Items<Item>[]): string[] =>
  [...first.keys()].filter((key) => others.every((other) => other.has(key)));

/**
 * Merges two changes of `base`. `conflicts` are the keys of the items that both changed to something different, which are those of `winner`.
 * The order is that of who changed it, and if both did differently (`isOrderConflict`), that of `winner`.
 */
export function mergeItems<Item>(
  base: Items<Item>,
  mine: Items<Item>,
  theirs: Items<Item>,
  winner: "mine" | "theirs" = "mine",
): { merged: Map<string, Item>; conflicts: string[]; isOrderConflict: boolean } {
  const [order, myOrder, theirOrder] = [commonKeys(base, mine, theirs), commonKeys(mine, base, theirs), commonKeys(theirs, base, mine)];
  const isOrderConflict = !isSame(myOrder, order) && !isSame(theirOrder, order) && !isSame(myOrder, theirOrder);
  const isMyOrder = isOrderConflict ? winner === "mine" : !isSame(myOrder, order);
  const keys = new Set(isMyOrder ? [...mine.keys(), ...theirs.keys()] : [...theirs.keys(), ...mine.keys()]);
  const merged = new Map<string, Item>();
  const conflicts: string[] = [];
  for (const key of keys) {
    const [original, own, other] = [base.get(key), mine.get(key), theirs.get(key)];
    const isConflict = !isSame(own, original) && !isSame(other, original) && !isSame(own, other);
    if (isConflict) conflicts.push(key);
    const isOther = isConflict ? winner === "theirs" : isSame(own, original);
    const item = isOther ? other : own;
    if (item !== undefined) merged.set(key, item);
  }
  return { merged, conflicts, isOrderConflict };
}

type SaveMergedOptions<Item, Saved> = {
  /** Saves the items if the saved ones are still the expected ones. */
  send: (items: Items<Item>, expected: Items<Item>) => Promise<Saved>;
  /** Loads the saved items. */
  load: () => Promise<Items<Item>>;
  merge?: (base: Items<Item>, mine: Items<Item>, theirs: Items<Item>) => Items<Item>;
};

/** Whether the server refused an update because what was expected has changed, as with `batch_changed`. */
const isConflict = (error: unknown): boolean => error instanceof RequestError && error.name.endsWith("_changed");

/** How often others can save first until the error is shown. */
const maxAttempts = 5;

/** Saves changes of `base`, and merges them with what others saved since it was loaded. */
export async function saveMerged<Item, Saved>(
  base: Items<Item>,
  mine: Items<Item>,
  options: SaveMergedOptions<Item, Saved>,
  attempt = 1,
): Promise<Saved> {
  const { send, load, merge = (...items) => mergeItems(...items).merged } = options;
  try {
    return await send(mine, base);
  } catch (error) {
    if (attempt === maxAttempts || !isConflict(error)) throw error;
    const theirs = await load();
    return saveMerged(theirs, merge(base, mine, theirs), options, attempt + 1);
  }
}

/** `saveMerged` for lists, in which order and repetition don't matter. */
export const saveMergedList = <Item extends string, Saved>(
  base: readonly Item[],
  mine: readonly Item[],
  { send, load }: { send: (list: Item[], expected: Item[]) => Promise<Saved>; load: () => Promise<readonly Item[]> },
): Promise<Saved> => {
  const toItems = (list: readonly Item[]): Items<Item> => new Map(list.map((item) => [item, item]));
  return saveMerged(toItems(base), toItems(mine), {
    send: (items, expected) => send([...items.values()], [...expected.values()]),
    load: async () => toItems(await load()),
  });
};
