import { afterEach, beforeEach, vi } from "vitest";

let printedErrors: unknown[][] = [];
let isErrorExpected = false;

/** Call this in a test that makes the code log an error on purpose. */
export function expectConsoleError(): void {
  isErrorExpected = true;
}

beforeEach(() => {
  printedErrors = [];
  isErrorExpected = false;
  vi.spyOn(console, "error").mockImplementation((...args) => void printedErrors.push(args));
});

afterEach(() => {
  vi.mocked(console.error).mockRestore();
  if (!isErrorExpected && printedErrors.length > 0)
    throw new Error(`The test printed to console.error:\n${printedErrors.map((args) => args.join(" ")).join("\n")}`);
});
