import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { POST } from "@/app/api/auth/[...nextauth]/route";

const postToNextAuth = (body: BodyInit, headers: Record<string, string> = {}) =>
  POST(new NextRequest("http://localhost:3000/api/auth/signin/oidc", { method: "POST", body, headers }), {
    params: Promise.resolve({ nextauth: ["signin", "oidc"] }),
  });

test.each([
  ["has a Content-Length", "a".repeat(16 * 1024 + 1), { "content-length": String(16 * 1024 + 1) }],
  ["has no Content-Length", new Blob(["a".repeat(8 * 1024), "a".repeat(8 * 1024 + 1)]).stream(), {}],
])("a large request to next-auth is rejected if it %s", async (_, body, headers) => {
  expect(await (await postToNextAuth(body, headers)).json()).toMatchObject({ code: 413, error: "body_too_large" });
});

test("invalid UTF-8 in requests to next-auth is handled", async () => {
  expect(await (await postToNextAuth(new Uint8Array([0xff, 0xfe]))).json()).toMatchObject({ code: 400, error: "invalid_json" });
});
