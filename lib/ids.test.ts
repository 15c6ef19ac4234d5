import { expect, test } from "vitest";
import { minIdAt, newId } from "./ids";

test("the minimum id of a time sorts before all ids of that time and after all earlier ids", () => {
  const before = Date.now();
  const id = newId();
  const after = Date.now();
  expect(minIdAt(before) <= id).toBe(true);
  expect(id < minIdAt(after + 1)).toBe(true);
  expect(minIdAt(0)).toBe("00000000-0000-7000-8000-000000000000");
  expect(minIdAt(-1)).toBe(minIdAt(0));
  expect(minIdAt(Date.UTC(9999, 11, 31))).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7000-8000-0{12}$/);
});
