import { expect, test } from "vitest";
import { suggestEmail } from "./suggest-email";

// cspell:disable
test.each([
  ["gmial.com", "gmail.com"],
  ["gamil.com", "gmail.com"],
  ["gmai.com", "gmail.com"],
  ["gmal.com", "gmail.com"],
  ["gnail.com", "gmail.com"],
  ["mgail.com", "gmail.com"],
  ["gmaill.com", "gmail.com"],
  ["gmail.con", "gmail.com"],
  ["gmail.co", "gmail.com"],
  ["gmial.con", "gmail.com"],
  ["GMAIL.CMO", "gmail.com"],
  ["hotmial.com", "hotmail.com"],
  ["hotmai.com", "hotmail.com"],
  ["hotmail.con", "hotmail.com"],
  ["yaho.com", "yahoo.com"],
  ["yahooo.com", "yahoo.com"],
  ["yahoo.cm", "yahoo.com"],
  ["outlok.com", "outlook.com"],
  ["outloook.com", "outlook.com"],
  ["iclod.com", "icloud.com"],
  ["hotmial.fr", "hotmail.fr"],
  ["t-onlin.de", "t-online.de"],
  ["oragne.fr", "orange.fr"],
])("%s is probably %s", (typed, meant) => {
  expect(suggestEmail(`Ada.L+x@${typed}`)).toBe(`Ada.L+x@${meant}`);
});

test.each([
  "gmail.com",
  "hotmail.co.uk",
  "yahoo.co.jp",
  "yahoo.de",
  "ymail.com",
  "email.com",
  "mail.com",
  "gmx.com",
  "gmx.de",
  "web.de",
  "cloud.com",
  "fmail.com",
  "hmail.com",
  "proton.me",
  "example.org",
  "orange.com",
  "outlook.com.example.org",
  "company.co",
  "startup.om",
])("%s is no mistake", (domain) => {
  expect(suggestEmail(`ada@${domain}`)).toBeNull();
});

test("a text that isn't an email gets no suggestion", () => {
  for (const text of ["", "@gmial.com", "gmial.com", "ada@", "ada"]) expect(suggestEmail(text), text).toBeNull();
});
