import { expect, test } from "vitest";
import { ancestorsOf } from "./framing";

test("a form is framed by every site, and by those that are listed where some are", () => {
  expect(ancestorsOf([])).toBe("*");
  expect(ancestorsOf(["https://www.example.org", "http://localhost:8080"])).toBe("'self' https://www.example.org http://localhost:8080");
});

test("nobody else frames it where the list is not known, or holds what is no part of a policy", () => {
  expect(ancestorsOf(null)).toBe("'self'");
  expect(ancestorsOf(["https://a;script-src", "https://b,c"])).toBe("'self'");
});
