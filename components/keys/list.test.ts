import { expect, test } from "vitest";
import { formatLineErrors, parseLines } from "@/components/ui/settings-form";
import { originsSchema } from "./list";

test("the field has one origin per line, and ignores blank lines", () => {
  expect(originsSchema.parse("https://a.example\n\n  http://localhost:3000/ \nhttps://a.example")).toEqual([
    "https://a.example",
    "http://localhost:3000",
  ]);
  expect(originsSchema.parse(" \n")).toEqual([]);
});

test("the error names the line of an invalid origin", () => {
  const { error } = originsSchema.safeParse("https://a.example\n\nexample.org\nhttps://b.example/shop");
  expect(error?.issues[0]?.message).toBe(
    "Line 3, “example.org”: must be an origin, such as https://www.example.org\nLine 4, “https://b.example/shop”: must be an origin, such as https://www.example.org",
  );
});

test("the error names the line that an error of the API is about", () => {
  expect(formatLineErrors({ "origins.1": ["is not allowed"] }, parseLines("https://a.example\n\nhttps://b.example"))).toBe(
    "Line 3, “https://b.example”: is not allowed",
  );
  expect(formatLineErrors({ origins: ["must be at most 50"] }, [])).toBe("must be at most 50");
});
