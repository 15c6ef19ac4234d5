import { createReadStream } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { errorBody } from "@/contract/error-body";
import type { ErrorName } from "@/contract/errors";
import { type ClientOptions, Gatehouse, GatehouseError, isGatehouseError, type ResponseInfo } from "./index.js";
import { GatehousePublic } from "./public.js";

const key = `sk_${"a".repeat(40)}`;
const url = "https://codes.example.org";

type Sent = { method: string; url: string; headers: Headers; body: string | undefined };
type Respond = (sent: Sent, attempt: number) => Response | Promise<Response>;

/** A client whose requests are answered by a function. Waits take no time: `waited` has the milliseconds between attempts. */
function clientWith(respond: Respond, options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const waited: (number | null)[] = [];
  const gatehouse = new Gatehouse({
    url,
    key,
    fetch: async (input, init) => {
      const request = { method: init?.method ?? "", url: String(input), headers: new Headers(init?.headers), body: init?.body?.toString() };
      sent.push(request);
      return respond(request, sent.length);
    },
    onResponse: ({ retryInMs }) => waited.push(retryInMs),
    ...options,
  });
  return { gatehouse, sent, waited };
}

const success = (data: unknown, more: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ success: true, data, ...more }, { headers: { "x-request-id": "request-1", ...headers } });

const failure = (name: ErrorName, more: Parameters<typeof errorBody>[2] = {}, headers: Record<string, string> = {}) => {
  const body = errorBody(name, "request-1", more);
  return Response.json(body, { status: body.code, headers });
};

/** What `fetch` of Node.js throws. */
const networkError = (code: string) => Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(code), { code }) });

const caught = async (promise: Promise<unknown>): Promise<GatehouseError> => {
  const error = await promise.then(
    () => new Error("nothing was thrown"),
    (reason: unknown) => reason,
  );
  if (!isGatehouseError(error)) throw error;
  return error;
};

/** Waits for a promise while all timers run out. */
async function withoutWaiting<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  promise.then(
    () => (isSettled = true),
    () => (isSettled = true),
  );
  while (!isSettled) await vi.advanceTimersByTimeAsync(1000);
  return promise;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

describe("a request", () => {
  test("has the key, the input as JSON, and an idempotency key if it changes something", async () => {
    const { gatehouse, sent } = clientWith(() => success({ claimToken: "9f86d081884c7d659a2feaa0" }));
    expect(await gatehouse.codes.claim({ code: "curious-pineapple", email: "ada@example.org" })).toEqual({
      claimToken: "9f86d081884c7d659a2feaa0",
    });
    expect(sent[0]).toMatchObject({
      method: "POST",
      url: `${url}/api/codes/claim`,
      body: '{"code":"curious-pineapple","email":"ada@example.org"}',
    });
    expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${key}`);
    expect(sent[0]?.headers.get("content-type")).toBe("application/json");
    expect(sent[0]?.headers.get("idempotency-key")).toMatch(/^[\w+/]{22}==$/);
    await gatehouse.codes.claim({ code: "curious-pineapple", email: "ada@example.org" });
    expect(sent[1]?.headers.get("idempotency-key")).not.toBe(sent[0]?.headers.get("idempotency-key"));
    await gatehouse.codes.lookup({ codes: ["curious-pineapple"] });
    expect(sent[2]?.headers.has("idempotency-key")).toBe(false);
  });

  test.each([
    ["https://codes.example.org", "https://codes.example.org/api/codes/x"],
    ["https://codes.example.org/", "https://codes.example.org/api/codes/x"],
    ["https://codes.example.org/api/", "https://codes.example.org/api/codes/x"],
    ["http://localhost:3000/gate", "http://localhost:3000/gate/api/codes/x"],
  ])("to %s goes to its API", async (given, expected) => {
    const { gatehouse, sent } = clientWith(() => success({}), { url: given });
    await gatehouse.codes.get("x");
    expect(sent[0]?.url).toBe(expected);
  });

  test("encodes parameters of paths and queries, and leaves out what is undefined", async () => {
    const { gatehouse, sent } = clientWith(() => success([]));
    await gatehouse.leads.get("ada+x/../é@example.org");
    expect(sent[0]?.url).toBe(`${url}/api/leads/email/ada%2Bx%2F..%2F%C3%A9%40example.org`);
    await gatehouse.claims.listFailed({ code: "a b&c", email: undefined as unknown as string });
    expect(sent[1]?.url).toBe(`${url}/api/claims/failed?code=a+b%26c`);
  });

  test.each(["", ".", "..", "\ud800"])("isn't sent for the code %j, which would be another path", async (code) => {
    const { gatehouse, sent } = clientWith(() => success({}));
    const error = await caught(gatehouse.codes.get(code));
    expect(error).toMatchObject({ name: "invalid_input", call: "codes.get", status: null, fields: { code: [expect.any(String)] } });
    expect(sent).toEqual([]);
  });

  test.each([
    { url: "codes.example.org" },
    { url: "ftp://codes.example.org" },
    { url: "https://user:password@codes.example.org" },
    { url: "https://codes.example.org/?a=b" },
    { key: "" },
    { key: "sk_a\r\nX-Injected: 1" },
    { key: undefined as unknown as string },
    { key: `pk_${"a".repeat(32)}` },
  ])("can't be made with %j", (options) => {
    expect(() => new Gatehouse({ url, key, ...options })).toThrow(TypeError);
  });

  test("of the public client is refused with a secret key, before anyone can read it", () => {
    expect(() => new GatehousePublic({ url, key })).toThrow("Use Gatehouse from @gatehouse/sdk, on a server,");
  });
});

describe("a write", () => {
  test.each(["ECONNRESET", "ECONNREFUSED", "UND_ERR_SOCKET"])("is repeated with the same key after %s", async (code) => {
    const { gatehouse, sent } = clientWith((_, attempt) => {
      if (attempt < 3) throw networkError(code);
      return success({});
    });
    await withoutWaiting(gatehouse.codes.claim({ code: "a1", email: "ada@example.org" }));
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  });

  test("takes a key of your own", async () => {
    const { gatehouse, sent } = clientWith(() => success({}));
    await gatehouse.codes.claim({ code: "a1", email: "ada@example.org" }, { idempotencyKey: "sign-up-17" });
    expect(sent[0]?.headers.get("idempotency-key")).toBe("sign-up-17");
  });

  test("with a key that can't be sent is a mistake in the program, not a failed connection", async () => {
    const { gatehouse, sent } = clientWith(() => success({}));
    const call = gatehouse.codes.claim({ code: "a1", email: "ada@example.org" }, { idempotencyKey: "key–17" });
    await expect(call).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  test("waits until the first attempt has ended, however many times it asks", async () => {
    const { gatehouse, sent, waited } = clientWith((_, attempt) => {
      if (attempt === 1) throw networkError("ECONNRESET");
      return attempt < 12 ? failure("idempotency_in_flight", {}, { "retry-after": "1" }) : success({ created: true });
    });
    expect(await withoutWaiting(gatehouse.codes.claim({ code: "a1", email: "ada@example.org" }))).toEqual({ created: true });
    expect(sent).toHaveLength(12);
    for (const wait of waited.slice(1, -1)) expect(wait).toBeGreaterThanOrEqual(1000);
  });

  test.each([
    { last: "lost", isOutcomeUnknown: true },
    { last: "unavailable", isOutcomeUnknown: true },
    { last: "internal", isOutcomeUnknown: true },
    { last: "too_many_requests", isOutcomeUnknown: true },
    { last: "bad_key", isOutcomeUnknown: true },
    { last: "refused connection", isOutcomeUnknown: true },
    // With the same key, the answer to a claim that was made would have been repeated.
    { last: "code_exhausted", isOutcomeUnknown: false },
  ])("says after a lost answer and $last whether the change may have been made: $isOutcomeUnknown", async ({ last, isOutcomeUnknown }) => {
    const { gatehouse } = clientWith(
      (_, attempt) => {
        if (attempt === 1 || last === "lost") throw networkError("ECONNRESET");
        if (last === "refused connection") throw networkError("ECONNREFUSED");
        return failure(last as ErrorName);
      },
      { maxRetries: 1 },
    );
    const error = await caught(withoutWaiting(gatehouse.codes.claim({ code: "a1", email: "ada@example.org" }, { idempotencyKey: "k" })));
    expect(error).toMatchObject({ isOutcomeUnknown, idempotencyKey: "k" });
  });

  test("that never reached the server says so", async () => {
    const { gatehouse } = clientWith(() => {
      throw networkError("ECONNREFUSED");
    });
    const error = await caught(withoutWaiting(gatehouse.codes.claim({ code: "a1", email: "ada@example.org" })));
    expect(error).toMatchObject({ name: "connection_failed", isOutcomeUnknown: false, isRetryable: true, status: null });
  });

  test.each([
    { problem: "a lost answer", fail: () => networkError("ECONNRESET"), attempts: 1, isOutcomeUnknown: true },
    { problem: "a proxy that gives up", fail: () => new Response("Bad gateway", { status: 502 }), attempts: 1, isOutcomeUnknown: true },
    { problem: "no database", fail: () => failure("unavailable"), attempts: 1, isOutcomeUnknown: true },
    { problem: "no connection", fail: () => networkError("ECONNREFUSED"), attempts: 4, isOutcomeUnknown: false },
    { problem: "too many requests", fail: () => failure("too_many_requests"), attempts: 4, isOutcomeUnknown: false },
  ])("that takes no key has $attempts attempts after $problem", async ({ fail, attempts, isOutcomeUnknown }) => {
    const { gatehouse, sent } = clientWith(() => {
      const outcome = fail();
      if (outcome instanceof Response) return outcome;
      throw outcome;
    });
    const error = await caught(withoutWaiting(gatehouse.imports.create("Email\nada@example.org\n")));
    expect(sent).toHaveLength(attempts);
    expect(sent[0]?.headers.has("idempotency-key")).toBe(false);
    expect(error).toMatchObject({ isOutcomeUnknown, idempotencyKey: null });
  });
});

describe("a retry", () => {
  test.each([
    { header: "2", least: 2000, most: 2200 },
    { header: "0", least: 100, most: 300 },
    { header: "1.5", least: 1500, most: 1700 },
    { header: "Mon, 30 Nov 2026 12:00:20 GMT", least: 20_000, most: 20_200 },
    { header: "Sun, 06 Nov 1994 08:49:37 GMT", least: 100, most: 300 },
    { header: "-5", least: 100, most: 300 },
    { header: "soon", least: 100, most: 300 },
    { header: "NaN", least: 100, most: 300 },
    { header: "", least: 100, most: 300 },
    // Longer than `maxRetryDelayMs`: the caller decides.
    { header: "61", least: null, most: null },
    { header: "99999999999999999999", least: null, most: null },
    { header: "9".repeat(400), least: null, most: null },
    { header: "Fri, 31 Dec 9999 23:59:59 GMT", least: null, most: null },
  ])("with Retry-After $header comes after $least to $most ms", async ({ header, least, most }) => {
    const headers = { "retry-after": header, date: "Mon, 30 Nov 2026 12:00:00 GMT" };
    const { gatehouse, waited } = clientWith((_, attempt) => (attempt === 1 ? failure("unavailable", {}, headers) : success({})));
    const outcome = await withoutWaiting(gatehouse.codes.get("a1").safe());
    if (least === null || most === null) {
      expect(outcome.error).toMatchObject({ name: "unavailable", isRetryable: true });
      expect(outcome.error?.retryAfter).toBeGreaterThan(60);
    } else {
      expect(outcome.error).toBeNull();
      expect(waited[0]).toBeGreaterThanOrEqual(least);
      expect(waited[0]).toBeLessThanOrEqual(most);
    }
  });

  test("waits longer each time, and never as long as another client", async () => {
    const waits = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { gatehouse, waited } = clientWith(() => failure("unavailable"));
        await caught(withoutWaiting(gatehouse.codes.get("a1")));
        return waited;
      }),
    );
    for (const [first, second, third, last] of waits) {
      expect(first).toBeLessThanOrEqual(250);
      expect(second).toBeGreaterThanOrEqual(250);
      expect(third).toBeGreaterThanOrEqual(500);
      expect(last).toBeNull();
    }
    expect(new Set(waits.map(([first]) => first)).size).toBeGreaterThan(5);
  });

  test.each([
    ["code_not_found", 1],
    ["code_exhausted", 1],
    ["bad_key", 1],
    ["invalid_input", 1],
    // The caller has to solve its challenge.
    ["proof_required", 1],
    ["too_many_requests", 4],
    ["internal", 4],
    ["unavailable", 4],
    ["not_ready", 4],
    ["export_not_ready", 4],
  ] as const)("after %s makes %i attempts", async (name, attempts) => {
    const { gatehouse, sent } = clientWith(() => failure(name));
    const error = await caught(withoutWaiting(gatehouse.codes.claim({ code: "a1", email: "ada@example.org" })));
    expect(error.name).toBe(name);
    expect(sent).toHaveLength(attempts);
  });

  test("never waits longer than the longest wait", async () => {
    const { gatehouse, waited } = clientWith(() => failure("unavailable"), { maxRetryDelayMs: 20, maxRetries: 8 });
    await caught(withoutWaiting(gatehouse.codes.get("a1")));
    expect(waited).toHaveLength(9);
    for (const wait of waited.slice(0, -1)) expect(wait).toBeLessThanOrEqual(20);
  });

  test("can be switched off", async () => {
    const { gatehouse, sent } = clientWith(() => failure("unavailable"), { maxRetries: 0 });
    await caught(gatehouse.codes.get("a1"));
    expect(sent).toHaveLength(1);
    await caught(withoutWaiting(gatehouse.codes.get("a1", { maxRetries: 1 })));
    expect(sent).toHaveLength(3);
  });
});

describe("time limits and signals", () => {
  const hangs = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));

  test("an attempt without an answer is repeated, and then a timeout", async () => {
    let attempts = 0;
    const gatehouse = new Gatehouse({ url, key, timeoutMs: 5000, maxRetries: 1, fetch: hangs, onRequest: () => attempts++ });
    const start = Date.now();
    const error = await caught(withoutWaiting(gatehouse.codes.get("a1")));
    expect(error).toMatchObject({ name: "timeout", message: "Gatehouse didn't answer within 5000 ms.", isRetryable: true });
    expect(attempts).toBe(2);
    expect(Date.now() - start).toBeGreaterThanOrEqual(10_000);
  });

  test("a signal ends a request, and throws its reason", async () => {
    const gatehouse = new Gatehouse({ url, key, fetch: hangs });
    const controller = new AbortController();
    const call = gatehouse.codes.get("a1", { signal: controller.signal });
    controller.abort(new Error("the page was closed"));
    await expect(call).rejects.toThrow("the page was closed");
    await expect(call.safe()).rejects.toThrow("the page was closed");
  });

  test("a signal ends the wait before a retry", async () => {
    const { gatehouse, sent } = clientWith(() => failure("unavailable", {}, { "retry-after": "30" }));
    const controller = new AbortController();
    const call = gatehouse.codes.get("a1", { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1000);
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    expect(sent).toHaveLength(1);
  });

  test("a signal that was aborted before sends nothing", async () => {
    const { gatehouse, sent } = clientWith(() => success({}));
    await expect(gatehouse.codes.get("a1", { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
    expect(sent).toEqual([]);
  });

  test("a limit without end isn't a limit of a millisecond", async () => {
    const { gatehouse } = clientWith(() => success({}), { timeoutMs: Number.POSITIVE_INFINITY });
    expect(await gatehouse.codes.get("a1")).toEqual({});
  });
});

describe("an error", () => {
  test("has what the API says about it", async () => {
    const fields = { email: ["must be a valid email, such as ada@example.org"] };
    const { gatehouse } = clientWith(() => failure("invalid_input", { fields }));
    const error = await caught(gatehouse.leads.create({ email: "ada" }));
    expect(error).toBeInstanceOf(GatehouseError);
    expect(error).toMatchObject({
      name: "invalid_input",
      call: "leads.create",
      status: 400,
      requestId: "request-1",
      retryAfter: null,
      isRetryable: false,
      isOutcomeUnknown: false,
      fields,
      challenge: null,
      details: { docs: "/docs#invalid_input" },
    });
    expect(error.message).toBe("Some fields are invalid. See `fields` for details.");
  });

  test("of a proof of work has the challenge and the wait", async () => {
    const challenge = { algorithm: "PBKDF2/SHA-256" } as never;
    const { gatehouse } = clientWith(() => failure("proof_required", { challenge }, { "retry-after": "600" }));
    const error = await caught(gatehouse.codes.claim({ code: "a1", email: "ada@example.org" }));
    expect(error).toMatchObject({ name: "proof_required", challenge, retryAfter: 600 });
  });

  test("is recognized by its call", async () => {
    const { gatehouse } = clientWith(() => failure("code_exhausted"));
    const error = await caught(gatehouse.codes.claim({ code: "a1", email: "ada@example.org" }));
    expect(isGatehouseError(error, "codes.claim")).toBe(true);
    expect(isGatehouseError(error, "codes.get")).toBe(false);
    expect(isGatehouseError(new Error("code_exhausted"), "codes.claim")).toBe(false);
    expect(isGatehouseError({ name: "code_exhausted", call: "codes.claim" })).toBe(false);
  });

  test("has no key, input or parameter in what is printed", async () => {
    const { gatehouse } = clientWith(() => failure("code_exhausted"));
    const error = await caught(gatehouse.codes.claim({ code: "secret-code", email: "ada@example.org" }));
    expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toMatch(/sk_|secret-code|ada@/);
  });

  test.each([
    { answer: () => new Response("<html>Sign in to the network</html>"), name: "unexpected_response", status: 200, attempts: 1 },
    { answer: () => Response.json({ hello: "world" }), name: "unexpected_response", status: 200, attempts: 1 },
    { answer: () => Response.json(null), name: "connection_failed", status: 200, attempts: 4 },
    { answer: () => new Response("Not found", { status: 404 }), name: "unexpected_response", status: 404, attempts: 1 },
    { answer: () => new Response("Bad gateway", { status: 502 }), name: "unexpected_response", status: 502, attempts: 4 },
    {
      answer: () => new Response(null, { status: 301, headers: { location: "https://www.example.org/api?token=x" } }),
      name: "unexpected_response",
      status: 301,
      attempts: 1,
    },
    {
      answer: () => new Response('{"success":true,"data":{"code":"a', { headers: { "content-type": "application/json" } }),
      name: "connection_failed",
      status: 200,
      attempts: 4,
    },
  ])("says that the answer isn't one of the API: $name, $status", async ({ answer, name, status, attempts }) => {
    const { gatehouse, sent } = clientWith(answer);
    const error = await caught(withoutWaiting(gatehouse.codes.get("a1")));
    expect(error).toMatchObject({ name, status });
    expect(error.message).not.toContain("token=x");
    expect(sent).toHaveLength(attempts);
  });

  test("is a value with safe()", async () => {
    const { gatehouse } = clientWith((_, attempt) => (attempt === 1 ? failure("code_not_found") : success({ code: "a1" })));
    expect(await gatehouse.codes.get("a1").safe()).toMatchObject({ data: null, error: { name: "code_not_found" } });
    expect(await gatehouse.codes.get("a1").safe()).toEqual({ data: { code: "a1" }, error: null });
  });
});

describe("a list", () => {
  const pages = clientPages();
  /** Five rows in pages of two. */
  function clientPages() {
    return (more: Partial<ClientOptions> = {}) =>
      clientWith(({ url: address }) => {
        const query = new URL(address).searchParams;
        const start = Number(query.get("cursor") ?? 0);
        const rows = [0, 1, 2, 3, 4].slice(start, start + 2).map((row) => ({ email: `${row}@example.org` }));
        return success(rows, { nextCursor: start + 2 < 5 ? String(start + 2) : null }, { "x-total-count": "5" });
      }, more);
  }

  test("is one page when it is awaited", async () => {
    const { gatehouse, sent } = pages();
    const page = await gatehouse.leads.list({ waitlist: true, limit: 2 });
    expect(page).toEqual({
      data: [{ email: "0@example.org" }, { email: "1@example.org" }],
      nextCursor: "2",
      total: 5,
      isTotalCapped: false,
    });
    expect(sent.map((each) => each.url)).toEqual([`${url}/api/leads?waitlist=true&limit=2&count=capped`]);
  });

  test("is every row when it is iterated, with one request for each page", async () => {
    const { gatehouse, sent } = pages();
    const emails: string[] = [];
    for await (const { email } of gatehouse.leads.list()) emails.push(email);
    expect(emails).toEqual([0, 1, 2, 3, 4].map((row) => `${row}@example.org`));
    expect(sent.map((each) => new URL(each.url).search)).toEqual([
      "?limit=100&count=capped",
      "?limit=100&count=capped&cursor=2",
      "?limit=100&count=capped&cursor=4",
    ]);
  });

  test("requests no page that isn't needed", async () => {
    const { gatehouse, sent } = pages();
    for await (const page of gatehouse.leads.list().pages()) {
      expect(page.data).toHaveLength(2);
      break;
    }
    expect(sent).toHaveLength(1);
  });

  test("says where counting stopped", async () => {
    const { gatehouse } = clientWith(() => success([], { nextCursor: null }, { "x-total-count": "10000+" }));
    expect(await gatehouse.leads.list()).toMatchObject({ total: 10_000, isTotalCapped: true });
  });

  test("throws what fails on a later page, and is a value with safe()", async () => {
    const { gatehouse } = clientWith((_, attempt) => (attempt === 1 ? success([{}], { nextCursor: "1" }) : failure("bad_key")));
    const seen: unknown[] = [];
    const iterate = async () => {
      for await (const lead of gatehouse.leads.list()) seen.push(lead);
    };
    expect(await caught(iterate())).toMatchObject({ name: "bad_key", call: "leads.list" });
    expect(seen).toHaveLength(1);
    expect(await gatehouse.leads.list().safe()).toMatchObject({ data: null, error: { name: "bad_key" } });
  });
});

describe("hooks", () => {
  test("get every attempt, without the key, the input or the parameters", async () => {
    const log: unknown[] = [];
    const { gatehouse } = clientWith(
      (_, attempt) => (attempt === 1 ? failure("unavailable") : success({}, {}, { "idempotent-replayed": "true" })),
      { onRequest: (request) => log.push(request), onResponse: (response) => log.push(response) },
    );
    await withoutWaiting(gatehouse.suppressions.update("ada@example.org", { note: "asked by phone" }));
    const call = { call: "suppressions.update", method: "PATCH", path: "/suppressions/:email" } as const;
    const [request, response, ...others] = log;
    expect(request).toEqual({ ...call, attempt: 1 });
    expect(response).toEqual({
      ...call,
      attempt: 1,
      status: 503,
      requestId: "request-1",
      error: "unavailable",
      isReplayed: false,
      durationMs: expect.any(Number),
      retryInMs: expect.any(Number),
    } satisfies ResponseInfo);
    expect(others[1]).toMatchObject({ ...call, attempt: 2, status: 200, error: null, isReplayed: true, retryInMs: null });
    expect(JSON.stringify(log)).not.toMatch(/sk_|ada|phone/);
  });

  test("that fail don't make a call fail that succeeded", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const { gatehouse } = clientWith(() => success({ created: true }), {
      onResponse: () => {
        throw new Error("the log is full");
      },
    });
    expect(await gatehouse.codes.claim({ code: "a1", email: "ada@example.org" })).toEqual({ created: true });
    expect(printed).toHaveBeenCalledOnce();
  });
});

describe("with a real connection", () => {
  beforeEach(() => void vi.useRealTimers());

  async function serve(listener: RequestListener): Promise<Gatehouse> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return new Gatehouse({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key });
  }

  test("a write whose answer is lost, cut off or late is made once", async () => {
    const made = new Map<string, number>();
    let requests = 0;
    const gatehouse = await serve(async (request, response) => {
      await text(request);
      const idempotencyKey = String(request.headers["idempotency-key"]);
      if (!made.has(idempotencyKey)) made.set(idempotencyKey, made.size + 1);
      requests++;
      const body = JSON.stringify({ success: true, data: { number: made.get(idempotencyKey) } });
      if (requests === 1) return request.socket.destroy();
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
      if (requests === 2) return response.write(body.slice(0, 10), () => request.socket.destroy());
      if (requests === 3) return;
      response.end(body);
    });
    expect(await gatehouse.codes.delete({ code: "a1" }, { timeoutMs: 500 })).toEqual({ number: 1 });
    expect([requests, made.size]).toEqual([4, 1]);
  });

  test("a stream is uploaded as it comes, and never twice", async () => {
    const bodies: string[] = [];
    const gatehouse = await serve(async (request, response) => {
      bodies.push(`${request.url} ${request.headers["content-type"]} ${await text(request)}`);
      response
        .writeHead(bodies.length === 1 ? 200 : 503)
        .end(JSON.stringify(bodies.length === 1 ? { success: true, data: { id: "1" } } : {}));
    });
    async function* rows() {
      yield new TextEncoder().encode("Email\n");
      yield new TextEncoder().encode("ada@example.org\n");
    }
    expect(await gatehouse.imports.create(rows(), { name: "leads.csv" })).toEqual({ id: "1" });
    expect(bodies).toEqual(["/api/imports?name=leads.csv text/csv Email\nada@example.org\n"]);
    expect(await caught(gatehouse.imports.create(rows()))).toMatchObject({ name: "unexpected_response", isOutcomeUnknown: true });
    expect(bodies).toHaveLength(2);
    expect(await caught(gatehouse.imports.create(new Blob(["Email\n"])))).toMatchObject({ status: 503 });
    expect(bodies[2]).toBe("/api/imports text/csv Email\n");
  });

  test("a stream that fails while it is uploaded fails with its own error", async () => {
    const gatehouse = await serve(async (request, response) => {
      request.on("error", () => {});
      await text(request).catch(() => "");
      response.end();
    });
    await expect(gatehouse.imports.create(createReadStream("no-such-file.csv"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("a file is a response whose content is read by the caller, also after the time limit", async () => {
    const gatehouse = await serve((_, response) => {
      response.writeHead(200, { "Content-Type": "text/csv" }).write("Email\n");
      setTimeout(() => response.end("ada@example.org\n"), 300);
    });
    const file = await gatehouse.leads.listFile({ format: "csv" }, { timeoutMs: 200 });
    expect(await file.text()).toBe("Email\nada@example.org\n");
  });

  test("no connection is an error that says so", async () => {
    const gatehouse = new Gatehouse({ url: "http://127.0.0.1:9", key, maxRetries: 0 });
    expect(await caught(gatehouse.codes.get("a1"))).toMatchObject({ name: "connection_failed", message: "Gatehouse can't be reached." });
  });
});
