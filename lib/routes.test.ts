import { expect, test } from "vitest";
import { isLocalUrl, redirectPathAfterSignIn, routes, signInPath } from "./routes";

test.each(["/dashboard/activity", "/dashboard?cursor=a%2Fb#top", "/"])("signing in redirects to %s", (next) => {
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
])("signing in never redirects to another site: %j leads to the overview", (next) => {
  expect(redirectPathAfterSignIn(next)).toBe(routes.overview);
});

test.each([
  ["http://localhost:3000", true],
  ["http://gatehouse.localhost", true],
  ["http://127.0.0.1:3000", true],
  ["http://[::1]:3000", true],
  ["https://codes.example.org", false],
  ["https://localhost.example.org", false],
  ["http://192.168.1.5:3000", false],
])("the URL %s is recognized if it only works on this computer: %s", (url, isLocal) => {
  expect(isLocalUrl(url)).toBe(isLocal);
});
