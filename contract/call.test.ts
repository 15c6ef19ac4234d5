import { afterEach, describe, expect, test, vi } from "vitest";
import { call, callFile, RequestError } from "./call";

const mockResponse = (body: string, init?: ResponseInit) => vi.stubGlobal("fetch", async () => new Response(body, init));
afterEach(() => vi.unstubAllGlobals());

describe("call", () => {
  test("returns the data of the envelope", async () => {
    mockResponse('{"success":true,"data":{"id":"x"}}');
    expect(await call("GET /jobs/:id", { params: { id: "x" } })).toEqual({ id: "x" });
  });

  test("throws the error by its name, with the retry time", async () => {
    const body = { success: false, code: 429, error: "too_many_requests", message: "Too many attempts.", time: 1, requestId: "r" };
    mockResponse(JSON.stringify(body), { status: 429, headers: { "retry-after": "7" } });
    const error = await call("PATCH /codes/:code", { params: { code: "x" }, body: { paused: true } }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ name: "too_many_requests", status: 429, requestId: "r", retryAfter: 7 });
    await expect(callFile("GET /codes", { query: { format: "csv" } })).rejects.toBeInstanceOf(RequestError);
  });

  test.each([
    [502, '{"message":"Bad gateway"}'],
    [504, '"timeout"'],
    [503, "<html>"],
    [200, "<html>"],
    [200, "null"],
    [200, '{"message":"A captive portal"}'],
  ])("rejects the response %i %s of a proxy", async (status, body) => {
    mockResponse(body, { status });
    await expect(call("GET /project")).rejects.toBeInstanceOf(TypeError);
  });

  test("returns a file with its name", async () => {
    mockResponse("a,b", { headers: { "content-disposition": 'attachment; filename="codes.csv"' } });
    const { name, content } = await callFile("GET /codes", { query: { format: "csv" } });
    expect([name, await content.text()]).toEqual(["codes.csv", "a,b"]);
  });
});
