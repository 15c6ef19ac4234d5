import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { POST } from "@/app/api/auth/[...nextauth]/route";

const posted = (body: BodyInit, headers: Record<string, string> = {}) =>
  POST(new NextRequest("http://localhost:3000/api/auth/signin/oidc", { method: "POST", body, headers }), {
    params: Promise.resolve({ nextauth: ["signin", "oidc"] }),
  });

test.each([
  ["says how large it is", "a".repeat(16 * 1024 + 1), { "content-length": String(16 * 1024 + 1) }],
  ["does not say so", new Blob(["a".repeat(8 * 1024), "a".repeat(8 * 1024 + 1)]).stream(), {}],
])("what anybody posts to next-auth is not read beyond what signing in takes, where it %s", async (_, body, headers) => {
  expect(await (await posted(body, headers)).json()).toMatchObject({ code: 413, error: "body_too_large" });
});

test("bytes that are no text break nothing there", async () => {
  expect(await (await posted(new Uint8Array([0xff, 0xfe]))).json()).toMatchObject({ code: 400, error: "invalid_json" });
});
