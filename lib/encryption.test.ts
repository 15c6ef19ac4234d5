import { describe, expect, test } from "vitest";
import { seal, unseal } from "./seal";

const secret = "JBSWY3DPEHPK3PXP";
const purpose = "tests";

test.each(["", secret, "für Ada, mit Umlaut ✓", "x".repeat(10_000)])("what is sealed comes out as it went in", (text) => {
  expect(unseal(seal(text, purpose), purpose)).toBe(text);
});

test("a sealed text tells nothing, and is another each time", () => {
  const sealed = Array.from({ length: 100 }, () => seal(secret, purpose));
  expect(new Set(sealed).size).toBe(100);
  for (const each of sealed) {
    expect(each).toMatch(/^1\.[\w-]+$/);
    expect(Buffer.from(each.slice(2), "base64url").toString("latin1")).not.toContain(secret);
  }
});

test("it opens for no other purpose", () => {
  expect(() => unseal(seal(secret, purpose), "other tests")).toThrow();
});

describe("damage is noticed", () => {
  test("in any byte", () => {
    const bytes = Buffer.from(seal(secret, purpose).slice(2), "base64url");
    for (const [place, byte] of bytes.entries()) {
      const damaged = Buffer.from(bytes);
      damaged[place] = byte ^ 1;
      expect(() => unseal(`1.${damaged.toString("base64url")}`, purpose), `byte ${place}`).toThrow();
    }
  });

  test.each(["", "1", "1.", "1.AAAA", "plain text"])("in %j, which was never sealed", (text) => {
    expect(() => unseal(text, purpose)).toThrow();
  });

  test("where it was cut, lengthened, or is of another form", () => {
    const sealed = seal(secret, purpose);
    for (const text of [sealed.slice(0, -4), `${sealed}AAAA`, `${sealed}.1`, sealed.replace("1.", "2.")])
      expect(() => unseal(text, purpose), text).toThrow();
  });
});
