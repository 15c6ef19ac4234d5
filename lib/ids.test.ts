import { expect, test } from "vitest";
import { leastIdAt, newId } from "./ids";

test("the least id of a moment comes before every id made then, and after those made earlier", () => {
  const before = Date.now();
  const id = newId();
  const after = Date.now();
  expect(leastIdAt(before) <= id).toBe(true);
  expect(id < leastIdAt(after + 1)).toBe(true);
  expect(leastIdAt(0)).toBe("00000000-0000-7000-8000-000000000000");
  expect(leastIdAt(-1)).toBe(leastIdAt(0));
  expect(leastIdAt(Date.UTC(9999, 11, 31))).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7000-8000-0{12}$/);
});
