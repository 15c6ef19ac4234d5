import { expect, test } from "vitest";
import type { ApiError } from "../api-error";
import { assertPublicNames } from "./public-names";

const getProblem = (name: string): string | undefined => {
  try {
    assertPublicNames({ firstname: name });
  } catch (error) {
    return (error as ApiError).fields?.firstname?.[0];
  }
};

test.each([
  "Ada",
  "J.R. Smith",
  "Dr.Who",
  "St. John",
  "Jean-Luc",
  "O'Neil",
  "Anna/Max",
  "Zoë-Ines",
  "李小龍",
  "Å. B.",
  "Mary Jr.",
  "",
  "x".repeat(60),
])("the name %s is accepted", (name) => expect(getProblem(name)).toBeUndefined());

test.each([
  "https://evil.example/x",
  "Visit evil.com now",
  "EVIL.COM",
  "www.evil",
  "evil.shop",
  "Call evil.support",
  "evil-login.zip",
  "evil．com",
  "evil。com",
  "bank.example/login",
  "xn--e1awd7f",
  "mailto:ada",
  "ada@evil.zone",
])("the link in the name %s is rejected", (name) => expect(getProblem(name)).toMatch(/link/));

test("names that are too long are rejected, and every field with a problem is named", () => {
  expect(getProblem("x".repeat(61))).toMatch(/at most 60/);
  expect(() => assertPublicNames({ firstname: "evil.com", lastname: "x".repeat(61) })).toThrow(
    expect.objectContaining({ errorName: "invalid_input", fields: { firstname: [expect.any(String)], lastname: [expect.any(String)] } }),
  );
});
