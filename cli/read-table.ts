// Reads an uploaded file for core/table-files/reader-process.ts, and writes its rows to the standard output.
import { once } from "node:events";
import { ApiError } from "@/core/api-error";
import { openTable } from "@/core/table-files/open-table";
import type { ReaderMessage } from "@/core/table-files/reader-process";
import type { ReadOptions, TableRow } from "@/core/table-files/table-info";

/** How many rows are written at a time, and how long their texts can be together. */
const batch = { rows: 500, length: 128 * 1024 };

async function write(message: ReaderMessage): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(message)}\n`)) await once(process.stdout, "drain");
}

async function readTable(path: string, options: ReadOptions): Promise<void> {
  const { info, rows, close } = await openTable(path, options);
  await write({ info });
  let pending: TableRow[] = [];
  let length = 0;
  for await (const row of rows) {
    pending.push(row);
    for (const cell of row.cells) length += cell.length;
    if (pending.length < batch.rows && length < batch.length) continue;
    await write({ rows: pending });
    [pending, length] = [[], 0];
  }
  if (pending.length > 0) await write({ rows: pending });
  await close();
  await write({ isEnd: true });
}

// The server is gone.
process.stdout.on("error", () => process.exit(1));

const [path = "", options = "{}"] = process.argv.slice(2);
try {
  await readTable(path, JSON.parse(options) as ReadOptions);
} catch (error) {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  await write(
    error instanceof ApiError ? { refusal: error.message } : { failure: [error instanceof Error ? error.name : "", ...frames].join("\n") },
  );
}
