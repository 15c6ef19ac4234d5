import { globSync, readFileSync } from "node:fs";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { acceptsIdempotencyKey } from "@/contract/endpoint";
import { endpoints } from "@/contract/index";
import { refetch, sendWithKey } from "./use-api-mutation";

test("a deletion refetches nothing of what it deleted, although the page still shows it", async () => {
  const client = new QueryClient();
  const fetched: string[] = [];
  for (const key of ["GET /codes", "GET /codes/:code", "GET /codes/:code/claims", "GET /codes/stats"])
    new QueryObserver(client, { queryKey: [key, {}], queryFn: () => fetched.push(key), initialData: 0, staleTime: 60_000 }).subscribe(
      () => {},
    );
  await refetch(client, ["GET /codes"], "GET /codes/:code");
  expect(fetched.sort()).toEqual(["GET /codes", "GET /codes/stats"]);
  expect(client.getQueryState(["GET /codes/:code", {}])?.isInvalidated).toBe(true);
  expect(client.getQueryState(["GET /codes/:code/claims", {}])?.isInvalidated).toBe(true);
});

test("refetch waits for what changed, and refetches everything else that is shown in the background", async () => {
  const client = new QueryClient();
  const fetched: string[] = [];
  let finishEvents = () => {};
  const show = (key: string, queryFn: () => Promise<unknown>) =>
    new QueryObserver(client, {
      queryKey: [key, {}],
      queryFn: () => {
        fetched.push(key);
        return queryFn();
      },
      initialData: null,
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => {});
  show("GET /codes", async () => "codes");
  show("GET /codes/:code", async () => "code");
  show("GET /events", () => new Promise((resolve) => (finishEvents = () => resolve("events"))));
  client.setQueryData(["GET /leads", {}], "leads");
  expect(fetched).toEqual([]);
  await refetch(client, ["GET /codes"]);
  expect(client.getQueryData(["GET /codes", {}])).toBe("codes");
  expect(fetched.sort()).toEqual(["GET /codes", "GET /codes/:code", "GET /events"]);
  expect(client.getQueryData(["GET /events", {}])).toBe(null);
  // What isn't shown is fetched the next time.
  expect(client.getQueryState(["GET /leads", {}])?.isInvalidated).toBe(true);
  finishEvents();
  await expect.poll(() => client.getQueryData(["GET /events", {}])).toBe("events");
});

describe("the key of a request", () => {
  /** A server that records the keys of requests, and answers them like this. */
  function createServer(answer: (attempt: number) => Promise<string> = async () => "done") {
    const sent: string[] = [];
    const keys = new Map<string, string>();
    const send = (input: object) => sendWithKey(keys, input, (_, key) => answer(sent.push(key)));
    return { sent, send };
  }
  const named = (name: string) => Promise.reject(Object.assign(new Error(name), { name }));

  test("stays the same until there is an answer, and is another one after that", async () => {
    const { sent, send } = createServer(async (attempt) => (attempt === 1 ? named("TypeError") : "done"));
    await expect(send({ name: "a" })).rejects.toThrow();
    await send({ name: "a" });
    await send({ name: "a" });
    expect(sent[1]).toBe(sent[0]);
    expect(sent[2]).not.toBe(sent[0]);
  });

  test("is that of its own input, also while another request runs", async () => {
    let failFirst = () => {};
    const { sent, send } = createServer((attempt) =>
      attempt === 1 ? new Promise((_, reject) => (failFirst = () => reject(new TypeError("lost")))) : Promise.resolve("done"),
    );
    const first = send({ name: "a" });
    await send({ name: "b" });
    failFirst();
    await expect(first).rejects.toThrow();
    await send({ name: "a" });
    expect(sent[1]).not.toBe(sent[0]);
    expect(sent[2]).toBe(sent[0]);
  });

  test("is the same for a second click before the first one has an answer", async () => {
    const { sent, send } = createServer();
    await Promise.all([send({ name: "a" }), send({ name: "a" })]);
    expect(sent[1]).toBe(sent[0]);
  });

  test("is another one for another file with the same settings", async () => {
    const { sent, send } = createServer(async (attempt) => (attempt === 1 ? named("idempotency_mismatch") : "done"));
    expect(await send({ file: new Blob(["b"]) })).toBe("done");
    expect(new Set(sent).size).toBe(2);
  });

  test("is another one after an answer that isn't true anymore", async () => {
    const { sent, send } = createServer(async (attempt) => (attempt === 1 ? named("idempotency_erased") : "done"));
    await expect(send({ name: "a" })).rejects.toThrow();
    await send({ name: "a" });
    expect(sent[1]).not.toBe(sent[0]);
  });
});

test("every call of the dashboard to a write that accepts a key sends one", () => {
  const accepting = new Set(
    Object.values(endpoints).flatMap((each) => (acceptsIdempotencyKey(each) && !each.isRead ? [`${each.method} ${each.path}`] : [])),
  );
  const calls = globSync("components/**/*.{ts,tsx}", { exclude: ["**/*.test.ts"] }).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(/\bcall(?:Upload)?\("([A-Z]+ [^"]+)"/g)].map((match) => {
      const [start, call = ""] = match;
      return { file, call, input: argumentsAt(text, match.index + start.indexOf("(")) };
    });
  });
  expect(calls.filter(({ call }) => accepting.has(call)).length).toBeGreaterThan(7);
  expect(calls.filter(({ call, input }) => accepting.has(call) && !input.includes("idempotencyKey"))).toEqual([]);
});

/** Returns the text from an opening parenthesis to the closing one. */
function argumentsAt(text: string, start: number): string {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    if (text[index] === "(") depth++;
    if (text[index] === ")" && --depth === 0) return text.slice(start, index);
  }
  return text.slice(start);
}
