// cspell:words jörg
import { expect, test } from "vitest";
import { invalidEmailsMessage, parseEmails } from "./email-list";

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
])("the list %j is parsed into valid and invalid emails", (text, emails, invalid) => {
  expect(parseEmails(text)).toEqual({ emails, invalid });
});

test("a long list of emails is parsed fast", () => {
  const text = Array.from({ length: 50_000 }, (_, index) => `Ada Lovelace <ada-${index}@example.org>`).join(",\n");
  expect(parseEmails(text).emails).toHaveLength(50_000);
  // No commas or brackets that end a name.
  expect(parseEmails("word ".repeat(20_000)).invalid).toHaveLength(20_000);
});

test("the message about a list names its first invalid emails", () => {
  expect(invalidEmailsMessage([])).toBeNull();
  expect(invalidEmailsMessage(["ada"])).toBe("Invalid email: ada");
  expect(invalidEmailsMessage(["a", "b"])).toBe("Invalid emails: a, b");
  expect(invalidEmailsMessage(["a", "b", "c", "d", "e", "f", "g"])).toBe("Invalid emails: a, b, c, d, e and 2 more");
  expect(invalidEmailsMessage(["x".repeat(300)])).toHaveLength("Invalid email: ".length + 61);
  expect(invalidEmailsMessage(["jörg@example.org", "bob"])).toBe(
    "Invalid emails: jörg@example.org, bob. Emails must not have characters such as “ö” before the @, which aren't supported",
  );
});
