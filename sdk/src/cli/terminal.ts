import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** What went wrong, in a sentence for the person at the terminal. */
export class UsageError extends Error {}

/** Asks a question at the terminal. With `isSecret`, what is typed isn't shown. */
export async function ask(question: string, isSecret = false): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: isSecret ? silent : process.stderr, terminal: true });
  if (isSecret) process.stderr.write(question);
  try {
    return (await lines.question(isSecret ? "" : question)).trim();
  } finally {
    lines.close();
    if (isSecret) process.stderr.write("\n");
  }
}

export const isTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks before something that can't be undone. Without a terminal, `--yes` has to say so. */
export async function confirm(question: string, isConfirmed: boolean): Promise<void> {
  if (isConfirmed) return;
  if (!isTerminal()) throw new UsageError(`${question} Add --yes to confirm.`);
  if (!/^y(es)?$/i.test(await ask(`${question} [y/N] `))) throw new UsageError("Nothing was changed.");
}

/** A value on one line. Control characters in what customers typed could change the terminal. */
const printable = (value: unknown): string =>
  (value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value)).replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    " ",
  );

/** Formats rows as a table with a line of titles. */
export function formatTable(rows: readonly Record<string, unknown>[]): string {
  const titles = Object.keys(rows[0] ?? {});
  const lines = [titles.map((title) => title.toUpperCase()), ...rows.map((row) => titles.map((title) => printable(row[title])))];
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
