import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { moveTokenToCookie } from "./link-token";

/** Returns the status and headers of the redirect, or null without one. */
function open(url: string, method = "GET") {
  let redirect: { status: number; headers: Record<string, string> } | null = null;
  const writeHead = (status: number, headers: Record<string, string>) => {
    redirect = { status, headers };
  };
  const isDone = moveTokenToCookie({ method, url } as IncomingMessage, { writeHead, end: () => {} } as unknown as ServerResponse);
  expect(isDone).toBe(redirect !== null);
  return redirect as { status: number; headers: Record<string, string> } | null;
}

test.each(["/reset", "/setup", "/invitation"])("the token of %s is moved from the URL to a cookie of that page", (page) => {
  expect(open(`${page}?token=9c1e7a&utm_source=mail`)).toEqual({
    status: 303,
    headers: {
      Location: page,
      "Set-Cookie": `gatehouse-link=9c1e7a; Path=${page}; Max-Age=1800; HttpOnly; SameSite=Lax`,
      "Cache-Control": "no-store",
    },
  });
});

test.each(["", "a%0D%0Ax:y", "a;Path=/", "é", "x".repeat(201)])("the malformed token %j clears the cookie", (token) => {
  expect(open(`/reset?token=${token}`)?.headers["Set-Cookie"]).toBe("gatehouse-link=; Path=/reset; Max-Age=0; HttpOnly; SameSite=Lax");
});

test("all other requests are left alone", () => {
  for (const url of ["/reset", "/reset?next=x", "/position?token=x", "/reset/x?token=x"]) expect(open(url)).toBeNull();
  expect(open("/reset?token=x", "POST")).toBeNull();
});
