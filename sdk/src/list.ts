import { Call } from "./call.js";
import type { Kind, Parts, SendRequest } from "./client.js";
import type { CallName } from "./errors.js";
import type { PageInput } from "./generated/types.js";

/** One page of a list. */
export type Page<Item> = {
  data: Item[];
  /** The `cursor` of the next page. `null` on the last one. */
  nextCursor: string | null;
  /** How many rows match, over all pages. */
  total: number;
  /** Whether counting stopped at `total`, because there are more. SendRequest `count: "exact"` to count all. */
  isTotalCapped: boolean;
};

/** The default number of rows on a page. */
const defaultLimit = 100;

/** A list: await it for one page, or iterate it for all rows. Each page is requested when its first row is needed. */
export class List<Item, Name extends CallName> extends Call<Page<Item>, Name> implements AsyncIterable<Item> {
  /** `then` and `catch` return ordinary promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #next: (cursor: string) => Promise<Page<Item>>;

  constructor(first: Promise<Page<Item>>, next: (cursor: string) => Promise<Page<Item>>) {
    super((resolve, reject) => first.then(resolve, reject));
    this.#next = next;
  }

  /** Iterates the pages. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let page: Page<Item> = await this;
    for (;;) {
      yield page;
      if (page.nextCursor === null) return;
      page = await this.#next(page.nextCursor);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }
}

/** Calls an endpoint that returns a list in pages. */
export function list<Item, Name extends CallName>(
  send: SendRequest,
  name: Name,
  kind: Kind,
  endpoint: string,
  parts: Parts,
): List<Item, Name> {
  const given: PageInput = parts.query ?? {};
  const read = async (cursor = given.cursor): Promise<Page<Item>> => {
    const query = { ...given, limit: given.limit ?? defaultLimit, count: given.count ?? "capped", cursor };
    const { body, headers } = await send({ name, kind, endpoint, ...parts, query });
    const total = headers.get("x-total-count") ?? "";
    return {
      data: body.data as Item[],
      nextCursor: (body.nextCursor as string | null | undefined) ?? null,
      total: Number.parseInt(total, 10) || 0,
      isTotalCapped: total.endsWith("+"),
    };
  };
  return new List(read(), read);
}
