import { Webhook } from "standardwebhooks";
import { expect, test, vi } from "vitest";
import { errorBody } from "@/contract/error-body";
import { exampleEvent } from "@/contract/event-feed";
import { type FeedEvent, Gatehouse, verifyWebhook } from "./index.js";

const key = `sk_${"a".repeat(40)}`;

/** A client whose feed has these pages. After the last one, requests wait. */
function follow(pages: (Response | Error)[], options: { after?: string; signal?: AbortSignal } = {}) {
  const queries: string[] = [];
  const gatehouse = new Gatehouse({
    url: "https://codes.example.org",
    key,
    fetch: async (input, init) => {
      queries.push(new URL(String(input)).search);
      const page = pages.shift();
      if (page instanceof Error) throw page;
      return page ?? new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
    },
  });
  return { feed: gatehouse.events.follow({ types: ["code.claimed", "code.deleted"], ...options }), queries };
}

const page = (ids: string[], cursor: string) =>
  Response.json({ success: true, data: ids.map((id) => ({ id, type: "code.claimed" })), cursor, hasMore: false });
const failure = (name: "unavailable" | "bad_key") => Response.json(errorBody(name, "1"), { status: name === "bad_key" ? 401 : 503 });

test("events come in their order, and the cursor is that of the event that is handled", async () => {
  const { feed, queries } = follow([page(["1", "2"], "c1"), page([], "c2"), page(["3"], "c3")], { after: "now" });
  const seen: [string, string | null][] = [];
  for await (const event of feed) {
    seen.push([event.id, feed.cursor]);
    if (event.id === "3") break;
  }
  expect(seen).toEqual([
    ["1", "1"],
    ["2", "2"],
    ["3", "3"],
  ]);
  expect(queries).toEqual(
    // The first request doesn't wait, so that there is a position at once.
    [["now"], ["c1", "25"], ["c2", "25"]].map(([after = "", wait]) => {
      const query = { ...(wait && { wait }), types: "code.claimed,code.deleted", after };
      return `?${new URLSearchParams(query)}`;
    }),
  );
});

test("following continues at the same event after a failure, and starts again where it was left", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { feed, queries } = follow([
      page(["1"], "c1"),
      new TypeError("fetch failed"),
      failure("unavailable"),
      page(["2"], "c2"),
      page(["3"], "c3"),
    ]);
    const iterator = feed[Symbol.asyncIterator]();
    expect((await iterator.next()).value?.id).toBe("1");
    const next = iterator.next();
    await vi.advanceTimersByTimeAsync(5000);
    expect((await next).value?.id).toBe("2");
    await iterator.return();
    for await (const event of feed) {
      expect(event.id).toBe("3");
      break;
    }
    expect(queries.map((query) => new URLSearchParams(query).get("after"))).toEqual([null, "c1", "c1", "c1", "2"]);
  } finally {
    vi.useRealTimers();
  }
});

test("following ends with a refusal, and without an error when it is aborted", async () => {
  const { feed } = follow([failure("bad_key")]);
  await expect(feed[Symbol.asyncIterator]().next()).rejects.toMatchObject({ name: "bad_key", call: "events.readFeed" });
  const controller = new AbortController();
  const waiting = follow([page(["1"], "c1")], { signal: controller.signal });
  const seen: FeedEvent[] = [];
  setTimeout(() => controller.abort(), 50);
  for await (const event of waiting.feed) seen.push(event);
  expect(seen).toHaveLength(1);
  expect(waiting.feed.cursor).toBe("c1");
});

const secret = `whsec_${Buffer.from("a secret with at least 24 bytes").toString("base64")}`;
const body = JSON.stringify(exampleEvent("code.claimed"));
const signed = (date = new Date(), text = body) => ({
  "webhook-id": "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
  "webhook-timestamp": String(Math.floor(date.getTime() / 1000)),
  "webhook-signature": new Webhook(secret).sign("019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66", date, text),
});

test.each([
  ["headers of Node.js", body, signed()],
  ["headers of fetch", body, new Headers(signed())],
  ["names in upper case", body, Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]))],
  ["lists of values", body, Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name, [value]]))],
  ["bytes", new TextEncoder().encode(body), signed()],
  ["two signatures", body, { ...signed(), "webhook-signature": `v1,${"A".repeat(43)}= ${signed()["webhook-signature"]}` }],
])("a signed webhook with %s is its event", async (_, text, headers) => {
  expect(await verifyWebhook(text, headers, secret)).toEqual(exampleEvent("code.claimed"));
});

test.each([
  ["another body", body.replace("code.claimed", "code.deleted"), signed()],
  ["a body that was parsed and written again", JSON.stringify(JSON.parse(body), null, 2), signed()],
  ["another secret", body, { ...signed(), "webhook-signature": new Webhook(secret.replace("YS", "YT")).sign("1", new Date(), body) }],
  ["an old request", body, signed(new Date(Date.now() - 400_000))],
  ["a request from the future", body, signed(new Date(Date.now() + 400_000))],
  ["no headers", body, {}],
  ["no signature", body, { ...signed(), "webhook-signature": undefined }],
  ["a signed body that isn't JSON", "hello", signed(new Date(), "hello")],
])("%s isn't verified", async (_, text, headers) => {
  const gatehouse = new Gatehouse({ url: "https://codes.example.org", key });
  await expect(gatehouse.webhooks.verify(text, headers, secret)).rejects.toMatchObject({ name: "webhook_not_verified", status: null });
});
