import { expect, test } from "vitest";
import { invalidEmailsMessage, parseEmails, appendEmail } from "./parse-emails";

test.each<[string, string[], string[]]>([
  ["", [], []],
  ["ada@example.org", ["ada@example.org"], []],
  [
    "ada@example.org, grace@example.org;alan@example.org\n\tkay@example.org  ",
    ["ada", "grace", "alan", "kay"].map((n) => `${n}@example.org`),
    [],
  ],
  ["Ada@Example.ORG", ["ada@example.org"], []],
  ['Ada Lovelace <ada@example.org>, "Hopper, Grace" <grace@example.org>', ["ada@example.org", "grace@example.org"], []],
  ["<ada@example.org>", ["ada@example.org"], []],
  ["mailto:ada@example.org", ["ada@example.org"], []],
  ["ada@münchen.example", ["ada@xn--mnchen-3ya.example"], []],
  ["ada@example.org ada@example.org", ["ada@example.org", "ada@example.org"], []],
  ["ada, grace@example.org bob@", ["grace@example.org"], ["ada", "bob@"]],
  ["Ada Lovelace <ada>", [], ["ada"]],
  ["Ada <ada@example.org> Grace <grace@example.org> alan@example.org", ["alan", "ada", "grace"].map((n) => `${n}@example.org`), []],
])("%j is read as its addresses, and what is none is named", (text, emails, bad) => {
  expect(parseEmails(text)).toEqual({ emails, bad });
});

test("a long paste is read at once", () => {
  const text = Array.from({ length: 50_000 }, (_, i) => `Some Body <somebody-${i}@example.org>`).join(",\n");
  expect(parseEmails(text).emails).toHaveLength(50_000);
  // No comma, no bracket, nothing that ends a name.
  expect(parseEmails("word ".repeat(20_000)).invalid).toHaveLength(20_000);
});

test("what is no address is named, the first few of it", () => {
  expect(invalidEmailsMessage([])).toBeNull();
  expect(invalidEmailsMessage(["ada"])).toBe("This is no address: ada");
  expect(invalidEmailsMessage(["a", "b"])).toBe("These are no addresses: a, b");
  expect(invalidEmailsMessage(["a", "b", "c", "d", "e", "f", "g"])).toBe("These are no addresses: a, b, c, d, e and 2 more");
  expect(invalidEmailsMessage(["x".repeat(300)])).toHaveLength("This is no address: ".length + 61);
});

test("an address is added on a line of its own", () => {
  expect(appendEmail(" ", "ada@example.org")).toBe("ada@example.org");
  expect(appendEmail("ada@example.org, ", "grace@example.org")).toBe("ada@example.org,\ngrace@example.org");
});
