import { expect, test } from "vitest";
import { redirectPathAfterSignIn, routes, signInPath } from "./routes";

test.each(["/dashboard/activity", "/dashboard?cursor=a%2Fb#top", "/"])("redirects to %s after signing in", (next) => {
  expect(redirectPathAfterSignIn(next)).toBe(next);
  expect(new URL(signInPath(next), "http://localhost").searchParams.get("next")).toBe(next);
});

test.each([
  null,
  "",
  "dashboard",
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/%2e//evil.example",
  "/dashboard/..//evil.example",
  "/.\\\\evil.example",
  "/dashboard\r\nSet-Cookie: a=b",
])("never redirects to another site: %j leads to the overview", (next) => {
  expect(redirectPathAfterSignIn(next)).toBe(routes.overview);
});
