import { expect, test } from "vitest";
import { frameAncestors } from "./frame-ancestors";

test("allows every site if no origins are listed, otherwise only the listed ones", () => {
  expect(frameAncestors([])).toBe("*");
  expect(frameAncestors(["https://www.example.org", "http://localhost:8080"])).toBe("'self' https://www.example.org http://localhost:8080");
});

test("allows only this site if the list is unknown or contains invalid origins", () => {
  expect(frameAncestors(null)).toBe("'self'");
  expect(frameAncestors(["https://a;script-src", "https://b,c"])).toBe("'self'");
});
