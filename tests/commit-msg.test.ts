import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-commit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["a".repeat(72), 0],
  [`${"é".repeat(72)}\n\n${"b".repeat(200)}`, 0],
  [`# ${"c".repeat(100)}\nShort`, 0],
  ["a".repeat(73), 1],
])("the hook accepts subjects of up to 72 characters: %j", (message, status) => {
  const file = path.join(folder, "message");
  writeFileSync(file, message);
  expect(spawnSync("sh", [path.join(".githooks", "commit-msg"), file]).status).toBe(status);
});
