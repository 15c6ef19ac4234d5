import { afterEach, describe, expect, test, vi } from "vitest";
import { call, callFile, RequestError } from "./call";

const answers = (body: string, init?: ResponseInit) => vi.stubGlobal("fetch", async () => new Response(body, init));
afterEach(() => vi.unstubAllGlobals());

describe("a call", () => {
  test("answers the data of an envelope", async () => {
    answers('{"success":true,"data":{"id":"x"}}');
    expect(await call("GET /jobs/:id", { params: { id: "x" } })).toEqual({ id: "x" });
  });

  test("that is refused throws the refusal by its name, with when to come back", async () => {
    const body = { success: false, code: 429, error: "too_many_requests", message: "Slowly.", time: 1, requestId: "r" };
    answers(JSON.stringify(body), { status: 429, headers: { "retry-after": "7" } });
    const refused = await call("PATCH /codes/:code", { params: { code: "x" }, body: { paused: true } }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RequestError);
    expect(refused).toMatchObject({ name: "too_many_requests", status: 429, requestId: "r", retryAfter: 7 });
    await expect(callFile("GET /codes", { query: { format: "csv" } })).rejects.toBeInstanceOf(RequestError);
  });

  test.each([
    [502, '{"message":"Bad gateway"}'],
    [504, '"gone"'],
    [503, "<html>"],
    [200, "<html>"],
    [200, "null"],
    [200, '{"message":"A captive portal"}'],
  ])("that somebody in between answers, %i %s, did not succeed", async (status, body) => {
    answers(body, { status });
    await expect(call("GET /project")).rejects.toBeInstanceOf(TypeError);
  });

  test("for a file gives it under its name", async () => {
    answers("a,b", { headers: { "content-disposition": 'attachment; filename="codes.csv"' } });
    const { name, content } = await callFile("GET /codes", { query: { format: "csv" } });
    expect([name, await content.text()]).toEqual(["codes.csv", "a,b"]);
  });
});
