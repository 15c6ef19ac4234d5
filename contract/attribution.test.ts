import { expect, test } from "vitest";
import * as z from "zod";
import { attributionFields, resolveAttribution } from "./attribution";

const resolve = (input: unknown) => resolveAttribution(z.object(attributionFields).parse(input));

test.each([
  [{}, null],
  [{ sourceTag: " Podcast ", utm: { source: "news" }, referrerUrl: "https://a.example/" }, "podcast"],
  [{ sourceTag: " ", utm: { source: "NEWS" }, referrerUrl: "https://a.example/" }, "news"],
  [{ utm: { source: "", campaign: "launch" }, referrerUrl: "https://www.A.example/post?id=1#top" }, "a.example"],
])("the source tag of %o comes from the tag, the UTM source or the page, in this order", (input, sourceTag) => {
  expect(resolve(input).sourceTag).toBe(sourceTag);
});

test("the page that linked to a sign-up is saved without its query, and nothing that isn't a web page", () => {
  const read = (referrerUrl: string) => resolve({ referrerUrl }).referrerUrl;
  expect(read("https://user:secret@a.example/post?token=1#x")).toBe("https://a.example/post");
  expect(read(`https://a.example/${"x".repeat(600)}`)).toBe("https://a.example");
  for (const text of ["android-app://com.example", "javascript:alert(1)", "data:text/html,x", "about:client", "", "x"])
    expect(read(text)).toBeNull();
});

test("UTM parameters are read from the query of a URL", () => {
  expect(resolve({ utm: "?utm_source=News&utm_medium=%22%3Cb%3E&utm_id=7&token=secret&utm_source=other" })).toEqual({
    sourceTag: "news",
    utm: { source: "News", medium: '"<b>' },
    referrerUrl: null,
  });
  expect(resolve({ utm: "" }).utm).toBeNull();
});

test("long or broken texts in links are shortened and cleaned up instead of rejected", () => {
  expect(resolve({ sourceTag: `a\u0000b${"x".repeat(200)}`, utm: { term: `t\n${"y".repeat(300)}`, medium: "\ud800" } })).toEqual({
    sourceTag: `a b${"x".repeat(97)}`,
    utm: { term: `t ${"y".repeat(198)}`, medium: "\ufffd" },
    referrerUrl: null,
  });
});
