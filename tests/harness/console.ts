import { afterEach, beforeEach, vi } from "vitest";

let printed: unknown[][] = [];
let expected = false;

/** Called in a test that makes the code under test complain on purpose. */
export function expectConsoleError(): void {
  expected = true;
}

beforeEach(() => {
  printed = [];
  expected = false;
  vi.spyOn(console, "error").mockImplementation((...words) => void printed.push(words));
});

afterEach(() => {
  vi.mocked(console.error).mockRestore();
  if (!expected && printed.length > 0)
    throw new Error(`The test printed to console.error:\n${printed.map((words) => words.join(" ")).join("\n")}`);
});
