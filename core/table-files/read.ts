import { limitConcurrency } from "@/lib/concurrency";
import type { Context } from "../context";
import { readInProcess, type TableFile } from "./reader-process";
import type { ReadOptions } from "./table-info";
import { withTemporaryFile } from "./temporary-file";

/** Files of a project wait for each other, because each needs disk space. In a container, that can be memory. */
const limitArriving = limitConcurrency(6);

/** After they arrived, files of a kind wait for each other, because reading takes CPU time and a database connection. */
const limitReading = limitConcurrency(3);

/**
 * Saves a file to disk while it arrives: its encoding can only be told from all of it, and an Excel file is read from its end. Throws
 * `import_not_readable`.
 */
export const withTableFile = <T>(
  { projectId }: Context,
  kind: "imports" | "codes",
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ReadOptions,
  callback: (table: TableFile) => Promise<T>,
): Promise<T> =>
  limitArriving(`${kind} ${projectId}`, () =>
    withTemporaryFile(stream, (path) => limitReading(kind, () => readInProcess(path, options, callback))),
  );
