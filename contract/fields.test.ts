// cspell:ignore straße strasse STRASSE Strasse STRAẞE yılbaşı YILBAŞI yilbaşi İstanbul ﬁfty ſuper
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CodeText, Email, Instant, multilineText, singleLineText, wholeNumber } from "./fields";
import { normalizeCode, normalizeEmail, parseDateTime } from "./normalize";

const local64 = "a".repeat(64);
const createDomain = (length: number) => `${`${`${"d".repeat(62)}.`.repeat(4)}`.slice(0, length - 4).replace(/\.$/, "d")}.org`;

describe("an email", () => {
  test.each([
    ["is trimmed and lowercased", " \tAda@Example.ORG\r\n", "ada@example.org"],
    ["converts full-width letters", "ＡＤＡ＠ｅｘａｍｐｌｅ.org", "ada@example.org"],
    ["converts a ligature and a Kelvin sign", "ﬁ\u212a@example.org", "fik@example.org"],
    ["keeps its tag", "Ada+Launch@example.org", "ada+launch@example.org"],
    ["keeps its dots", "a.d.a@example.org", "a.d.a@example.org"],
    ["keeps every valid character of a local part", "!#$%&'*+/=?^_`{|}~-@example.org", "!#$%&'*+/=?^_`{|}~-@example.org"],
    ["converts an international domain to ASCII", "ada@MÜNCHEN.de", "ada@xn--mnchen-3ya.de"],
    ["converts a decomposed international domain to the same ASCII", "ada@mu\u0308nchen.de", "ada@xn--mnchen-3ya.de"],
    ["keeps an ASCII domain", "ada@xn--mnchen-3ya.de", "ada@xn--mnchen-3ya.de"],
    ["can have an international top-level domain", "ada@例え.テスト", "ada@xn--r8jz45g.xn--zckzah"],
    ["can have 64 characters before the @", `${local64}@example.org`, `${local64}@example.org`],
    ["can have 254 characters", `${local64}@${createDomain(189)}`, `${local64}@${createDomain(189)}`],
    ["can have digits in its domain", "ada@3com.com", "ada@3com.com"],
  ])("%s", (_, raw, email) => {
    expect(normalizeEmail(raw)).toBe(email);
  });

  test.each([
    ["an empty string", ""],
    ["spaces", "   "],
    ["a word", "ada"],
    ["no local part", "@example.org"],
    ["no domain", "ada@"],
    ["a domain without a dot", "ada@localhost"],
    ["two @", "a@b@example.org"],
    ["a quoted local part", '"ada"@example.org'],
    ["a quoted local part with spaces and an @", '"ada @ home"@example.org'],
    ["a display name", "Ada Lovelace <ada@example.org>"],
    ["angle brackets", "<ada@example.org>"],
    ["a comment", "ada(home)@example.org"],
    ["a list with a comma", "ada@example.org,grace@example.org"],
    ["a list with a semicolon", "ada@example.org;grace@example.org"],
    ["a list with a space", "ada@example.org grace@example.org"],
    ["a mailto", "mailto:ada@example.org"],
    ["a header after a line break", "ada@example.org\r\nBcc: eve@example.org"],
    ["a line break inside", "ada\n@example.org"],
    ["a NUL", "ada\0@example.org"],
    ["a NUL at the end", "ada@example.org\0"],
    ["a DEL", "ada\x7f@example.org"],
    ["an invisible character", "ada\u200b@example.org"],
    ["an invisible character in the domain", "ada@exam\u200dple.org"],
    ["a right-to-left override", "\u202eada@example.org"],
    ["a lone surrogate", "ada\ud800@example.org"],
    ["an emoji before the @", "ada😀@example.org"],
    ["a non-ASCII local part", "ädä@example.org"],
    ["a local part of another script", "用户@example.org"],
    ["a dot first", ".ada@example.org"],
    ["a dot last", "ada.@example.org"],
    ["two dots", "a..da@example.org"],
    ["an empty label", "ada@example..org"],
    ["a dot at the domain's end", "ada@example.org."],
    ["a dot at the domain's start", "ada@.example.org"],
    ["a hyphen at a label's start", "ada@-example.org"],
    ["a hyphen at a label's end", "ada@example-.org"],
    ["an underscore in the domain", "ada@ex_ample.org"],
    ["an IP address", "ada@127.0.0.1"],
    ["an IP address literal", "ada@[127.0.0.1]"],
    ["an IP address as one number", "ada@2130706433"],
    ["percent-encoding in the domain", "ada@ex%61mple.org"],
    ["a port", "ada@example.org:25"],
    ["a path", "ada@example.org/x"],
    ["65 characters before the @", `a${local64}@example.org`],
    ["255 characters", `${local64}@${createDomain(190)}`],
    ["a label of 64 characters", `ada@${"d".repeat(64)}.org`],
    ["a megabyte", `${"a".repeat(1_000_000)}@example.org`],
  ])("rejects %s", (_, raw) => {
    expect(normalizeEmail(raw)).toBeNull();
    expect(Email.safeParse(raw).success).toBe(false);
  });

  test("stays the same when it is normalized again", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.emailAddress(),
          fc.tuple(fc.string({ unit: "grapheme" }), fc.domain()).map((parts) => parts.join("@")),
        ),
        (raw) => {
          const email = normalizeEmail(raw);
          if (email !== null) expect(normalizeEmail(email)).toBe(email);
        },
      ),
    );
  });

  test("never contains white space, control characters or non-ASCII characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), fc.string({ unit: "binary", maxLength: 20 }), (before, inside) => {
        const email = normalizeEmail(`${before}a${inside}@${inside}example.org${before}`);
        if (email !== null) expect(email).toMatch(/^[!-~]+@[!-~]+$/);
      }),
    );
  });
});

describe("a code", () => {
  test.each([
    ["Curious Pineapple", "curiouspineapple"],
    ["curious-pineapple", "curiouspineapple"],
    ["  CURIOUS_pine apple ", "curiouspineapple"],
    ["123 456", "123456"],
    ["012-345", "012345"],
    ["１２３４５６", "123456"],
    ["BC2-DF3", "bc2df3"],
    ["“claim”", "claim"],
    ["\tcurious\r\npineapple\u2028", "curiouspineapple"],
    ["curious\u0085pineapple\u000b", "curiouspineapple"],
    ["٢٨٩٣٠٤", "289304"],
    ["۲۸۹۳۰۴", "289304"],
    ["२८९३०४", "289304"],
    ["𑜰𑜹🯰🯹", "0909"],
    ["yılbaşı25", "yilbaşi25"],
    ["YILBAŞI-25", "yilbaşi25"],
    ["İstanbul", "istanbul"],
    ["straße", "strasse"],
    ["STRAẞE", "strasse"],
    ["ΟΔΟΣ", "οδοσ"],
    ["οδος", "οδοσ"],
    ["ΟΔΟΣ-Α", "οδοσα"],
    ["ΐα", "ΐα"],
    ["Ϊ\u0301Α", "ΐα"],
    ["ᾳ", "αι"],
    ["ΑΙ", "αι"],
    ["ﬁfty", "fifty"],
    ["e\u0301clair", "éclair"],
    ["ſuper", "super"],
  ])("%j is normalized to %j", (text, normalized) => {
    expect(normalizeCode(text)).toBe(normalized);
    expect(CodeText.parse(text)).toBe(normalized);
  });

  test.each([
    ["an empty string", ""],
    ["only hyphens", " --_ "],
    ["a NUL", "curious\0pineapple"],
    ["a bell", "curious\u0007pineapple"],
    ["a lone surrogate", "curious\udc00"],
    ["201 characters", "a".repeat(201)],
  ])("rejects %s", (_, text) => {
    expect(CodeText.safeParse(text).success).toBe(false);
  });
});

test("a code is the same in other letter case and when it is normalized again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const key = normalizeCode(text);
      expect(normalizeCode(key)).toBe(key);
      expect(normalizeCode(text.toUpperCase())).toBe(key);
      expect(normalizeCode(text.toLowerCase())).toBe(key);
      // Without marks, except the iota below a Greek letter, which folds to a letter (Unicode, CaseFolding.txt).
      expect(normalizeCode(` -${[...text.normalize("NFKC")].join("_")}\n`)).toBe(
        normalizeCode(text.normalize("NFKC").replace(/(?!\u0345)\p{M}/gu, "")),
      );
    }),
    { numRuns: 2000 },
  );
});

describe("a date-time", () => {
  test.each([
    ["accepts Z", "2026-12-31T23:59:00Z", "2026-12-31T23:59:00.000Z"],
    ["accepts lowercase letters", "2026-12-31t23:59:00z", "2026-12-31T23:59:00.000Z"],
    ["is UTC without an offset", "2026-12-31T23:59:00", "2026-12-31T23:59:00.000Z"],
    ["accepts no seconds", "2026-12-31T23:59Z", "2026-12-31T23:59:00.000Z"],
    ["accepts a positive offset", "2026-12-31T23:59:00+02:00", "2026-12-31T21:59:00.000Z"],
    ["accepts a negative offset into the next year", "2026-12-31T23:59:00-05:30", "2027-01-01T05:29:00.000Z"],
    ["accepts an offset without a colon", "2026-12-31T23:59:00+0200", "2026-12-31T21:59:00.000Z"],
    ["accepts an offset in hours", "2026-12-31T23:59:00-02", "2027-01-01T01:59:00.000Z"],
    ["accepts a zero offset", "2026-12-31T23:59:00-00:00", "2026-12-31T23:59:00.000Z"],
    ["accepts tenths of a second", "2026-12-31T23:59:00.5Z", "2026-12-31T23:59:00.500Z"],
    ["accepts a decimal comma", "2026-12-31T23:59:00,25Z", "2026-12-31T23:59:00.250Z"],
    ["truncates nanoseconds", "2026-12-31T23:59:59.999999999Z", "2026-12-31T23:59:59.999Z"],
    ["accepts a leap day", "2028-02-29T00:00:00Z", "2028-02-29T00:00:00.000Z"],
    ["accepts the earliest date", "1900-01-01T00:00:00Z", "1900-01-01T00:00:00.000Z"],
    ["accepts the latest date", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("%s", (_, text, instant) => {
    expect(parseDateTime(text)).toBe(instant);
    expect(Instant.parse(text)).toBe(instant);
  });

  test.each([
    ["a date without a time", "2026-12-31"],
    ["a time without a date", "23:59:00Z"],
    ["a space instead of T", "2026-12-31 23:59:00Z"],
    ["30 February", "2026-02-30T00:00:00Z"],
    ["29 February in a common year", "2026-02-29T00:00:00Z"],
    ["31 April", "2026-04-31T00:00:00Z"],
    ["month 13", "2026-13-01T00:00:00Z"],
    ["month 0", "2026-00-10T00:00:00Z"],
    ["day 0", "2026-01-00T00:00:00Z"],
    ["24:00", "2026-12-31T24:00:00Z"],
    ["minute 60", "2026-12-31T23:60:00Z"],
    ["a leap second", "2026-12-31T23:59:60Z"],
    ["an offset of 24 hours", "2026-12-31T23:59:00+24:00"],
    ["an offset of 60 minutes", "2026-12-31T23:59:00+01:60"],
    ["a time zone name", "2026-12-31T23:59:00 Europe/Berlin"],
    ["words", "tomorrow"],
    ["PostgreSQL's infinity", "infinity"],
    ["epoch milliseconds", "1795262400000"],
    ["an English date", "Dec 31, 2026 23:59"],
    ["a year with five digits", "+12026-12-31T23:59:00Z"],
    ["a year before 1900", "1899-12-31T23:59:59Z"],
    ["a year in the first century", "0050-01-01T00:00:00Z"],
    ["a time after 9999", "9999-12-31T23:59:59-01:00"],
    ["a time before 1900", "1900-01-01T00:00:00+01:00"],
    ["a week date", "2026-W53-4T00:00:00Z"],
    ["surrounding spaces", " 2026-12-31T23:59:00Z "],
    ["digits of another script", "２０２６-12-31T23:59:00Z"],
    ["an empty string", ""],
    ["a megabyte", "2026-12-31T23:59:00.".padEnd(1_000_000, "0")],
  ])("rejects %s", (_, text) => {
    expect(Instant.safeParse(text).success).toBe(false);
  });

  test("round-trips every Date", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("1900-01-01T00:00:00.000Z"), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true }),
        (date) => {
          expect(parseDateTime(date.toISOString())).toBe(date.toISOString());
        },
      ),
    );
  });
});

describe("text", () => {
  test("is trimmed before its length is checked", () => {
    expect(singleLineText(3).parse("  Ada  ")).toBe("Ada");
    expect(singleLineText(3).safeParse("Adaa").success).toBe(false);
  });

  test("rejects line breaks in a single line", () => {
    for (const text of ["a\nb", "a\rb", "a\tb", "a\u2028b", "a\0b", "a\x85b"])
      expect(singleLineText(10).safeParse(text).success, JSON.stringify(text)).toBe(false);
  });

  test("keeps line breaks and tabs in multiline text, and rejects other control characters", () => {
    expect(multilineText(10).parse("a\r\n\tb")).toBe("a\r\n\tb");
    for (const text of ["a\0b", "a\x1bb", "a\x7fb", "a\x85b", "a\ud800b"])
      expect(multilineText(10).safeParse(text).success, JSON.stringify(text)).toBe(false);
  });
});

describe("a whole number", () => {
  test.each([1, 2, 10])("accepts %s", (value) => {
    expect(wholeNumber(10).parse(value)).toBe(value);
  });

  test.each([0, -1, 11, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e21, "1", null, true, 2n ** 70n])("rejects %s", (value) => {
    expect(wholeNumber(10).safeParse(value).success).toBe(false);
  });
});
