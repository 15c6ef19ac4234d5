import { expect, test } from "vitest";
import { contrastOf, readableOn } from "./brand";

test("text on the accent is white on dark colours and black on light ones", () => {
  expect(["#2563eb", "#000000", "#7f1d1d"].map(readableOn)).toEqual(["#ffffff", "#ffffff", "#ffffff"]);
  expect(["#ffffff", "#facc15", "#22d3ee"].map(readableOn)).toEqual(["#000000", "#000000", "#000000"]);
});

test("contrast is 21 between black and white, 1 between equals, and the same both ways", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrastOf("#ffffff", "#000000")).toBeCloseTo(21);
  expect(contrastOf("#2563eb", "#2563eb")).toBe(1);
});
