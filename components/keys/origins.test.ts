import { expect, test } from "vitest";
import { linesOf, wrongLines } from "@/components/ui/lines";
import { Origins } from "./origins";

test("origins are read one from a line, and empty lines are none", () => {
  expect(Origins.parse("https://a.example\n\n  http://localhost:3000/ \nhttps://a.example")).toEqual([
    "https://a.example",
    "http://localhost:3000",
  ]);
  expect(Origins.parse(" \n")).toEqual([]);
});

test("what is no origin is named by its line", () => {
  const { error } = Origins.safeParse("https://a.example\n\nexample.org\nhttps://b.example/shop");
  expect(error?.issues[0]?.message).toBe(
    "Line 3, “example.org”: must be an origin such as https://www.example.org\nLine 4, “https://b.example/shop”: must be an origin such as https://www.example.org",
  );
});

test("what the server says of an origin is told of its line", () => {
  expect(wrongLines({ "origins.1": ["is not allowed"] }, linesOf("https://a.example\n\nhttps://b.example"))).toBe(
    "Line 3, “https://b.example”: is not allowed",
  );
  expect(wrongLines({ origins: ["must be at most 50"] }, [])).toBe("must be at most 50");
});
