// cspell:ignore Bnews Bemail Btoken Futm Dnews
import { describe, expect, test } from "vitest";
import { findPagePath, readLinkQuery } from "./link-query";

const code = "curious-pineapple";
const email = "ada+news@example.org";
const token = "v1.Abc-_xyz_";

describe("a link to a page for customers is read", () => {
  test.for([
    ["as we send it", `?code=${code}&email=ada%2Bnews%40example.org&token=${token}`],
    ["with &amp;", `?code=${code}&amp;email=ada%2Bnews%40example.org&amp;token=${token}`],
    ["with &amp;amp;", `?code=${code}&amp;amp;email=ada%2Bnews%40example.org&amp;amp;token=${token}`],
    ["with &#38; that kept its fragment", `?code=${code}&#x26;email=ada%2Bnews%40example.org&#38;token=${token}`],
    ["with an encoded &amp;", `?code=${code}%26amp%3Bemail=ada%2Bnews%40example.org%26amp%3Btoken=${token}`],
    ["with upper-case names", `?CODE=${code}&Email=ada%2Bnews%40example.org&TOKEN=${token}`],
    ["with upper-case &AMP; and names", `?CODE=${code}&AMP;EMAIL=ada%2Bnews%40example.org&AMP;TOKEN=${token}`],
    ["with a plus sign that isn't encoded", `?code=${code}&email=ada+news@example.org&token=${token}`],
    ["encoded twice", `?code=${code}&email=ada%252Bnews%2540example.org&token=${token}`],
    ["encoded as a whole", `?code%3D${code}%26email%3Dada%252Bnews%2540example.org%26token%3D${token}`],
    ["with quoted-printable equals signs", `?code=3D${code}&email=3Dada%2Bnews%40example.org&token=3D${token}`],
    ["with a bracket at the end", `?code=${code}&email=ada%2Bnews%40example.org&token=${token}>`],
    ["with an encoded bracket at the end", `?code=${code}&email=ada%2Bnews%40example.org&token=${token}%3E`],
    ["with an escaped bracket at the end", `?code=${code}&email=ada%2Bnews%40example.org&token=${token}&gt;`],
    ["with a quotation mark and a period", `?code=${code}&email=ada%2Bnews%40example.org&token=${token}%22.`],
    ["with a closing parenthesis", `?token=${token}&code=${code}&email=ada%2Bnews%40example.org)`],
    ["with a zero-width space", `?token=${token}&code=${code}&email=ada%2Bnews%40example.org%E2%80%8B`],
    ["with curly quotes", `?token=${token}&email=ada%2Bnews%40example.org&code=%E2%80%9C${code}%E2%80%9D`],
    ["with a second question mark", `?code=${code}?utm_source=news&token=${token}&email=ada%2Bnews%40example.org?utm_medium=email`],
    ["with an encoded second question mark", `?token=${token}&email=ada%2Bnews%40example.org&code=${code}%3Futm_source%3Dnews`],
    ["with a mailto: link in the email", `?token=${token}&code=${code}&email=mailto:ada%2Bnews%40example.org`],
  ])("%s", ([, search]) => {
    const query = readLinkQuery(search ?? "");
    expect({ code: query.get("code"), email: query.get("email"), token: query.get("token") }).toEqual({ code, email, token });
  });

  test("without changing other values, and with the first of repeated parameters", () => {
    const query = readLinkQuery("?source=What%3F!&result=a.b%3E&email=a@example.org&email=b@example.org&State=X&UTM_Source=News.");
    expect([...query]).toEqual([
      ["source", "What?!"],
      ["result", "a.b>"],
      ["email", "a@example.org"],
      ["State", "X"],
      ["utm_source", "News."],
    ]);
  });

  test("whatever it contains", () => {
    for (const search of ["", "?", "?%", "?%3D%", "?code=%E0%A4%A", "?&&=&amp;", "?code=%00"])
      expect(() => readLinkQuery(search)).not.toThrow();
    expect(readLinkQuery("?code=100%25").get("code")).toBe("100%");
  });
});

test("long links take no time", () => {
  const pages = new Set(["/claim"]);
  const startedAt = process.threadCpuUsage().user;
  for (const character of [".", "/", "&quot;", "%20", "&gt", "&amp;", "amp;"]) {
    const long = character.repeat(15_000 / character.length);
    expect(findPagePath(`/${long}a`, `?${long}a`, pages)).toBeNull();
    readLinkQuery(`?code=${long}a&${long}=${long}a`);
  }
  // Quadratic time would be minutes.
  expect((process.threadCpuUsage().user - startedAt) / 1_000_000).toBeLessThan(3);
});

test("paths with other letter case, added characters or a code lead to the page", () => {
  const pages = new Set(["/claim", "/join", "/position", "/claim/submit"]);
  const find = (path: string, search = "") => findPagePath(path, search, pages);
  expect(["/CLAIM", "/Claim/", "/claim%3E", "/claim.", "/Join"].map((path) => find(path))).toEqual([
    "/claim",
    "/claim",
    "/claim",
    "/claim",
    "/join",
  ]);
  expect(find("/POSITION", "?token=a&amp;x=1")).toBe("/position?token=a&amp;x=1");
  expect(find("/CLAIM/CURIOUS-PINEAPPLE", "?Email=ada@example.org")).toBe("/claim?email=ada%40example.org&code=CURIOUS-PINEAPPLE");
  expect(find("/claim/curious-pineapple.")).toBe("/claim?code=curious-pineapple");
  expect(["/claim", "/codes/X", "/claim/a/b", "/dashboard", "/"].map((path) => find(path))).toEqual([null, null, null, null, null]);
});
