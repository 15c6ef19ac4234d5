import { expect, test } from "vitest";
import { readableOn } from "./brand";

test("text on the accent is white on dark colours and black on light ones", () => {
  expect(["#2563eb", "#000000", "#7f1d1d"].map(readableOn)).toEqual(["#ffffff", "#ffffff", "#ffffff"]);
  expect(["#ffffff", "#facc15", "#22d3ee"].map(readableOn)).toEqual(["#000000", "#000000", "#000000"]);
});
