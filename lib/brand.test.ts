import { expect, test } from "vitest";
import { contrastRatio, readableTextColor } from "./brand";

test("the text is white on dark colors and black on light ones", () => {
  expect(["#2563eb", "#000000", "#7f1d1d"].map(readableTextColor)).toEqual(["#ffffff", "#ffffff", "#ffffff"]);
  expect(["#ffffff", "#facc15", "#22d3ee"].map(readableTextColor)).toEqual(["#000000", "#000000", "#000000"]);
});

test("the contrast is 21 between black and white and 1 between equal colors, in either order", () => {
  expect(contrastRatio("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrastRatio("#ffffff", "#000000")).toBeCloseTo(21);
  expect(contrastRatio("#2563eb", "#2563eb")).toBe(1);
});
