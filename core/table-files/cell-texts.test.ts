// cspell:words müller mller José María Hana Jörg
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTags, Tag, TagSet } from "@/contract/tags";
import { cleanLine, parseCellEmail, splitName, splitTags } from "./cell-texts";
import { markFormula, unmarkFormula } from "./cells";

test.each([
  ["ada@example.org", "ada@example.org", ""],
  [" Ada@Example.org\n", "ada@example.org", ""],
  ["mailto:ada@example.org", "ada@example.org", ""],
  ["MAILTO:ada@example.org?subject=Hello%20you", "ada@example.org", ""],
  ["<ada@example.org>", "ada@example.org", ""],
  ["Ada Lovelace <ada@example.org>", "ada@example.org", "Ada Lovelace"],
  ['"Lovelace, Ada" <ada@example.org>;', "ada@example.org", "Lovelace, Ada"],
  ["Ada <mailto:ada@example.org>", "ada@example.org", "Ada"],
  ["ada@example.org <ada@example.org>", "ada@example.org", ""],
  ["'ada@example.org'", "ada@example.org", ""],
  ['"ada@example.org"', "ada@example.org", ""],
  ["ada@example.org (Ada Lovelace)", "ada@example.org", ""],
  ["(ada@example.org)", "ada@example.org", ""],
  ["[ada@example.org](mailto:ada@example.org)", "ada@example.org", ""],
  ["ada@example.org, ada@example.org", "ada@example.org", ""],
  ["ada@example.org.", "ada@example.org", ""],
  ["ada@example.org,", "ada@example.org", ""],
  ["ada@example.org;", "ada@example.org", ""],
  ["\u200bada@exam\u200bple.org\ufeff", "ada@example.org", ""],
  ["\u202aada@example.org\u202c", "ada@example.org", ""],
  ["\u00a0ada@example.org\u00a0", "ada@example.org", ""],
  ["a\u00adda@example.org", "ada@example.org", ""],
  ["ada＠example.org", "ada@example.org", ""],
  ["o'brien@example.org", "o'brien@example.org", ""],
  ["ada@müller.example", "ada@xn--mller-kva.example", ""],
])("the email in %j is read", (text, email, name) => {
  expect(parseCellEmail(text)).toEqual({ email, name });
});

test.each([
  ["ada@example.org, grace@example.org", /has 2 emails: ada@example.org and grace@example.org/],
  ["ada@example.org;grace@example.org", /has 2 emails/],
  ["ada@example.org grace@example.org", /has 2 emails/],
  ["ada@example.org / grace@example.org", /has 2 emails/],
  ["ada@example.org\ngrace@example.org", /has 2 emails/],
  ["Ada <ada@example.org>, Grace <grace@example.org>, Jean <jean@example.org>", /has 3 emails/],
  ["ada@example.org until May", /other text/],
  ["not ada@example.org", /other text/],
  ["jörg@example.org", /characters such as “ö” before the @, which aren't supported/],
  ["Jörg Müller <jörg@example.org>", /“ö”/],
  ["用户@例え.テスト", /“用”/],
  ["ada", /valid email/],
  ["ada@", /valid email/],
  ["", /valid email/],
  ["ada lovelace@example.org", /other text/],
  ["e26@v.org%0aBcc:x@y.org", /line break inside/],
  ["e26@v.org%0D%0ABcc:x@y.org", /line break inside/],
  ["mailto:e26@v.org%250abcc:x@y.org", /line break inside/],
  ["e26@v.org\\nBcc:x@y.org", /other text|emails/],
  ["e26@v.org\nBcc:x@y.org", /has 2 emails/],
  ["e26@v.org%20Bcc:x@y.org", /./],
  ["e26@v.org%2Cx@y.org", /./],
  ["e26@v.org;Bcc:x@y.org", /has 2 emails/],
  ["mailto:e26@v.org&bcc=x@y.org", /./],
  ["Bcc:x@y.org", /other text/],
])("the cell %j is refused", (text, problem) => {
  expect(() => parseCellEmail(text)).toThrow(problem);
});

test.each([
  ["Ada\nLovelace", "Ada Lovelace"],
  ["Ada \r\n Lovelace\t", "Ada Lovelace"],
  ["\u200bAda\ufeff", "Ada"],
  ["A\u00adda", "Ada"],
  ["Ada\u00a0Lovelace", "Ada Lovelace"],
  ["\u202eAda\u202c", "Ada"],
  ["Ada,", "Ada"],
  ["King Jr.", "King Jr."],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["👩\u200d🚀 Ada", "👩\u200d🚀 Ada"],
  ["José", "José"],
])("the line %j is cleaned", (text, expected) => {
  expect(cleanLine(text)).toBe(expected);
});

test.each([
  ["a, b", ["a", "b"]],
  ["a;b", ["a", "b"]],
  ["a|b", ["a", "b"]],
  ["a\nb", ["a", "b"]],
  ["a | b", ["a", "b"]],
  ["a、b", ["a", "b"]],
  ['["a","b"]', ["a", "b"]],
  ['["a;b", "say \\"hi\\""]', ["a;b", 'say "hi"']],
  ["['a', 'b c']", ["a", "b c"]],
  ["{a,b}", ["a", "b"]],
  ['{"a b",c,NULL,"d\\"e"}', ["a b", "c", 'd"e']],
  ["[a, b]", ["a", "b"]],
  ["[]", []],
  ["{}", []],
  [" , ", []],
  ['"a","b"', ["a", "b"]],
  ['"a;b", c', ["a;b", "c"]],
  ['"say ""hi""", "x|y"', ['say "hi"', "x|y"]],
  ["24|7, vip", ["24|7", "vip"]],
  ['5" pipe, b', ['5" pipe', "b"]],
  ["vip", ["vip"]],
])("the tags %j are split", (text, expected) => {
  expect(splitTags(text)).toEqual(expected);
});

test("tags of our exports come back as they are", () => {
  const tag = fc.string({ unit: fc.constantFrom(...`a;"'|[]{}\\=+@ -，、；#`), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.oneof(fc.array(tag), fc.array(fc.string({ unit: "binary" }))), (texts) => {
      const { data: tags = [] } = TagSet.safeParse(texts.filter((text) => Tag.safeParse(text).success));
      expect(splitTags(unmarkFormula(markFormula(formatTags(tags), "csv"))).map((each) => Tag.parse(each))).toEqual(tags);
    }),
  );
});

test("a long cell is read quickly", () => {
  const startedAt = performance.now();
  for (const part of ['"', "'a", "@a", "a@b.c ", "<", "[", ",", '\\"', " "]) {
    const text = part.repeat(100_000 / part.length);
    splitTags(text);
    cleanLine(text);
    try {
      parseCellEmail(text);
    } catch {}
  }
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

test.each<[text: string, firstname: string, lastname?: string]>([
  ["Suzuki, Hana", "Hana", "Suzuki"],
  ["Suzuki,Hana", "Hana", "Suzuki"],
  ["鈴木，花", "花", "鈴木"],
  ["de la Cruz, María José", "María José", "de la Cruz"],
  ["O'Neil-Smith, Anne", "Anne", "O'Neil-Smith"],
  ["King, Martin Luther, Jr.", "Martin Luther", "King, Jr."],
  ["Martin Luther King, Jr.", "Martin", "Luther King, Jr."],
  ["Ada Lovelace, PhD", "Ada", "Lovelace, PhD"],
  ["Ada Lovelace", "Ada", "Lovelace"],
  ["Ada", "Ada"],
  ["Acme, Inc.", "Acme, Inc."],
  ["Smith, Jones & Partners", "Smith, Jones & Partners"],
  ["Lovelace, Ada, Countess", "Lovelace, Ada, Countess"],
])("the name %s is split", (text, firstname, lastname) => {
  expect(splitName(text)).toEqual({ firstname, ...(lastname !== undefined && { lastname }) });
});
